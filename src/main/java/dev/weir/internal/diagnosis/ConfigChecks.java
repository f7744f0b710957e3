package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.Timeouts;
import dev.weir.diagnosis.Finding;
import dev.weir.diagnosis.Finding.Severity;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks at what is known to be wrong without any traffic. Pure. */
public final class ConfigChecks {

    private ConfigChecks() {}

    /**
     * Looks for all of it.
     *
     * @param config the pool's configuration
     * @param names the names of its settings
     * @param jvmTtl how long the JVM keeps an address; null if the pool does not ask the JVM
     * @param changes connections closed recently because their addresses changed
     * @return the findings
     */
    public static List<Finding> of(PoolConfig config, SettingNames names, @Nullable Duration jvmTtl, long changes) {
        List<Finding> findings = new ArrayList<>();
        for (Optional<Finding> each : List.of(
                jvmTtl == null ? Optional.<Finding>empty() : jvmDns(config, names, jvmTtl, changes),
                order(config, names),
                endless(config, names))) {
            if (each.isPresent()) {
                findings.add(each.get());
            }
        }
        return findings;
    }

    /**
     * Finds a JVM-wide DNS cache that keeps addresses for longer than the pool would, so that {@code dns.ttl} has no effect.
     * It reports this only if that time was set explicitly or addresses do change; otherwise it does no harm, and the JVM's
     * default is longer than ours.
     */
    static Optional<Finding> jvmDns(PoolConfig config, SettingNames names, Duration jvmTtl, long changes) {
        Duration ttl = config.dns().ttl();
        boolean isExplicit = config.effective().setting("dns.ttl").origin().equals("pool");
        if (jvmTtl.compareTo(ttl) <= 0 || (!isExplicit && changes == 0)) {
            return Optional.empty();
        }
        String knob = names.of("dns.ttl");
        return Optional.of(new Finding(
                isExplicit ? Severity.WARN : Severity.INFO,
                Optional.empty(),
                "The JVM's own DNS cache keeps addresses for longer than this pool, so that a change of address is seen"
                        + " later than " + knob + " says.",
                "networkaddress.cache.ttl is "
                        + (jvmTtl.equals(ChronoUnit.FOREVER.getDuration()) ? "forever" : seconds(jvmTtl))
                        + ", " + knob + " is " + seconds(ttl)
                        + (changes == 0 ? "" : "; connections closed recently because addresses changed: " + changes)
                        + ".",
                "Set it to the same by " + names.of("JvmDnsCache.apply(...) at the very start of the program")
                        + ", or start the JVM with -Dsun.net.inetaddr.ttl=" + Math.max(1, ttl.toSeconds()) + "."));
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    /**
     * Finds timeouts in an order that hides the cause of failures, if the check of their order is off or they were adopted.
     *
     * @param config the configuration of the pool
     * @param names the names of its settings
     * @return the finding, if the order is broken
     */
    public static Optional<Finding> order(PoolConfig config, SettingNames names) {
        Timeouts timeouts = config.timeouts();
        if (isOrdered(timeouts)) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                Severity.INFO,
                Optional.empty(),
                "The timeouts are out of order, so that the wrong one reports a failure.",
                Stream.of("timeouts.poolWait", "timeouts.connect", "timeouts.read", "timeouts.total")
                        .map(timeout -> names.of(timeout) + " = "
                                + config.effective().setting(timeout).value())
                        .collect(Collectors.joining(", ", "", ".")),
                "Set them so that poolWait < connect < read < total."));
    }

    /**
     * Finds that nothing ends a call to a server that stays silent. Spring Boot leaves calls without limits until one is set;
     * there, values are recommended from measured traffic.
     */
    static Optional<Finding> endless(PoolConfig config, SettingNames names) {
        boolean isEndless =
                config.timeouts().read().isZero() && config.timeouts().total().isZero();
        if (!isEndless || names != SettingNames.PLAIN) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                Severity.WARN,
                Optional.empty(),
                "A call to a server that stays silent never ends.",
                "timeouts.read and timeouts.total are both 0, which means no limit.",
                "Set timeouts.read, timeouts.total or both."));
    }

    private static boolean isOrdered(Timeouts timeouts) {
        return isBelow(timeouts.poolWait(), timeouts.connect())
                && isBelow(timeouts.connect(), timeouts.read())
                && isBelow(timeouts.connect(), timeouts.total())
                && isBelow(timeouts.read(), timeouts.total());
    }

    // Zero is no limit.
    private static boolean isBelow(Duration lower, Duration upper) {
        return upper.isZero() || lower.compareTo(upper) < 0;
    }
}
