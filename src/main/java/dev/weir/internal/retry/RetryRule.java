package dev.weir.internal.retry;

import dev.weir.config.Retry;
import java.util.OptionalLong;
import java.util.Set;

/**
 * When a call sends its request again. Immutable.
 *
 * @param maxRetries retries of one call, at most
 * @param backoffNanos upper bound of the pause before the first retry
 * @param maxBackoffNanos the upper bound of the pause before any retry
 * @param budget share of the requests that may be sent again
 * @param statuses the responses to retry after
 */
public record RetryRule(int maxRetries, long backoffNanos, long maxBackoffNanos, double budget, Set<Integer> statuses) {

    /** Stands for a call without a deadline. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;

    private static final long LONGEST_RETRY_AFTER_NANOS = Retry.LONGEST_RETRY_AFTER.toNanos();

    /**
     * Returns the rule that a configuration describes.
     *
     * @param retry the configuration
     * @return the rule
     */
    public static RetryRule of(Retry retry) {
        return new RetryRule(
                retry.maxRetries(),
                retry.backoff().toNanos(),
                retry.maxBackoff().toNanos(),
                retry.budget(),
                retry.statuses());
    }

    /**
     * Returns how long to pause before a retry: the time that the server asks for, plus a random time up to the bound of
     * this retry (full jitter, so that callers that failed together do not come back together).
     *
     * @param retry the number of the retry in its call, from 1
     * @param retryAfterNanos what the server asks for; 0 for nothing
     * @param random from 0 to below 1
     * @param leftNanos the time left until the deadline of the call, or {@link #NO_DEADLINE}
     * @return nanoseconds; empty if there must be no retry
     */
    public OptionalLong pauseNanos(int retry, long retryAfterNanos, double random, long leftNanos) {
        if (retry > maxRetries || retryAfterNanos > LONGEST_RETRY_AFTER_NANOS) {
            return OptionalLong.empty();
        }
        long pauseNanos = retryAfterNanos + (long) (random * boundNanos(retry));
        return pauseNanos < leftNanos ? OptionalLong.of(pauseNanos) : OptionalLong.empty();
    }

    private long boundNanos(int retry) {
        int doublings = Math.min(retry - 1, Long.SIZE);
        return (long) Math.min((double) maxBackoffNanos, Math.scalb((double) backoffNanos, doublings));
    }
}
