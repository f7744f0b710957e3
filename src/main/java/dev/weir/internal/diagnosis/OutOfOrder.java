package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.Timeouts;
import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds timeouts in an order that hides the cause of failures, if the check of their order is off or they were adopted.
 * Pure.
 */
public final class OutOfOrder {

    private OutOfOrder() {}

    /**
     * Looks at the timeouts of a pool.
     *
     * @param config the configuration of the pool
     * @param names the names of its settings
     * @return the finding, if the order is broken
     */
    public static Optional<Finding> find(PoolConfig config, SettingNames names) {
        Timeouts timeouts = config.timeouts();
        if (isOrdered(timeouts)) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                Finding.Severity.INFO,
                Optional.empty(),
                "The timeouts are out of order, so that the wrong one reports a failure.",
                Stream.of("timeouts.poolWait", "timeouts.connect", "timeouts.read", "timeouts.total")
                        .map(timeout -> names.of(timeout) + " = " + value(config, timeout))
                        .collect(Collectors.joining(", ", "", ".")),
                "Set them so that poolWait < connect < read < total."));
    }

    private static String value(PoolConfig config, String timeout) {
        return config.effective().setting(timeout).value();
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
