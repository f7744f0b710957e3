package dev.weir.internal.diagnosis;

import dev.weir.config.JvmDnsCache;
import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds a JVM-wide DNS cache that keeps addresses for longer than the pool would, so that {@code dns.ttl} has no effect. It
 * reports this only if that time was set explicitly or addresses do change; otherwise it does no harm, and the JVM's default
 * is longer than ours.
 */
public final class JvmDns {

    private static final String KNOB = "dns.ttl";

    private JvmDns() {}

    /**
     * Compares the two caches.
     *
     * @param config the pool's configuration
     * @param names the names of its settings
     * @param jvmTtl how long the JVM keeps an address
     * @param changes connections closed recently because their addresses changed
     * @return the finding, if the JVM keeps addresses for longer
     */
    public static Optional<Finding> find(PoolConfig config, SettingNames names, Duration jvmTtl, long changes) {
        Duration ttl = config.dns().ttl();
        boolean isExplicit = isExplicit(config);
        if (jvmTtl.compareTo(ttl) <= 0 || (!isExplicit && changes == 0)) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                isExplicit ? Finding.Severity.WARN : Finding.Severity.INFO,
                Optional.empty(),
                "The JVM's own DNS cache keeps addresses for longer than this pool, so that a change of address is seen"
                        + " later than " + names.of(KNOB) + " says.",
                "networkaddress.cache.ttl is " + text(jvmTtl) + ", " + names.of(KNOB) + " is " + seconds(ttl)
                        + text(changes) + ".",
                "Set it to the same by " + names.of("JvmDnsCache.apply(...) at the very start of the program")
                        + ", or start the JVM with -Dsun.net.inetaddr.ttl=" + Math.max(1, ttl.toSeconds()) + "."));
    }

    private static boolean isExplicit(PoolConfig config) {
        return config.effective().setting(KNOB).origin().equals("pool");
    }

    private static String text(long changes) {
        return changes == 0 ? "" : "; connections closed recently because addresses changed: " + changes;
    }

    private static String text(Duration ttl) {
        return ttl.equals(JvmDnsCache.FOREVER) ? "forever" : seconds(ttl);
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
