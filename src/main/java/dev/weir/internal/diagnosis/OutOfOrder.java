package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.Timeouts;
import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.Optional;

/** Finds timeouts that stand in an order which hides what goes wrong, where the check of the order is off. Pure. */
public final class OutOfOrder {

    private OutOfOrder() {}

    /**
     * Looks at the timeouts of a pool.
     *
     * @param config the configuration of the pool
     * @return the finding, if the order is broken
     */
    public static Optional<Finding> find(PoolConfig config) {
        Timeouts timeouts = config.timeouts();
        if (!timeouts.isUnordered() || isOrdered(timeouts)) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                Finding.Severity.INFO,
                Optional.empty(),
                "The timeouts are out of order, so that the wrong one reports what goes wrong.",
                "timeouts.poolWait = " + value(config, "poolWait") + ", timeouts.connect = " + value(config, "connect")
                        + ", timeouts.read = " + value(config, "read") + ", timeouts.total = " + value(config, "total")
                        + ".",
                "Set them so that poolWait < connect < read < total."));
    }

    private static String value(PoolConfig config, String timeout) {
        return config.effective().setting("timeouts." + timeout).value();
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
