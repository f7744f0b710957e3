package dev.weir.internal.ejection;

import dev.weir.config.Ejection;
import java.util.Set;

/**
 * When an address is ejected, and for how long. Immutable.
 *
 * @param failures how many in a row; zero for never
 * @param timeNanos for how long the first time
 * @param maxTimeNanos for how long at most
 * @param statuses which responses count as failures
 */
public record EjectionTerms(int failures, long timeNanos, long maxTimeNanos, Set<Integer> statuses) {

    // A longer time would overflow when it is added to a moment.
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    /**
     * Reads them from a configuration.
     *
     * @param config the configuration
     * @return the terms
     */
    public static EjectionTerms of(Ejection config) {
        return new EjectionTerms(
                config.failures(),
                Math.min(LONGEST_NANOS, config.time().toNanos()),
                Math.min(LONGEST_NANOS, config.maxTime().toNanos()),
                config.statuses());
    }

    boolean isOff() {
        return failures == 0;
    }

    /**
     * Tells whether a response is a failure of its address.
     *
     * @param status its status
     * @return whether it is one of {@link #statuses()}
     */
    public boolean isFailure(int status) {
        return !statuses.isEmpty() && statuses.contains(status);
    }

    /** Returns the time of the next ejection after one of a given time. */
    long longerThan(long beforeNanos) {
        return Math.min(maxTimeNanos, 2 * Math.min(LONGEST_NANOS, beforeNanos));
    }
}
