package dev.weir.spring;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When a request is sent again, how soon, and how often.
 *
 * @param onStatus Statuses, 400 to 599, after which a request that is safe to repeat is sent again
 * @param maxRetries Retries of a call, at most, after statuses and I/O failures together. With 0 there are none
 * @param backoff Upper limit of the random pause before the first retry. It doubles with each retry
 * @param maxBackoff Upper limit of the random pause before any retry
 * @param budget Share of the requests to a route in the last 10 s that may be sent again, and 10 more
 */
record RetryProperties(
        @Nullable Set<Integer> onStatus,
        @Nullable Integer maxRetries,
        @Nullable Duration backoff,
        @Nullable Duration maxBackoff,
        @Nullable Double budget) {}
