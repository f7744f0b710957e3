package dev.weir.spring;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which responses are worth another try.
 *
 * @param onStatus Statuses, 400 to 599, after which a request that is safe to repeat is sent again
 * @param maxRetries Repeats after such a status, at most
 * @param interval Pause before a repeat after a status, if the server does not say
 */
record RetryProperties(
        @Nullable Set<Integer> onStatus,
        @Nullable Integer maxRetries,
        @Nullable Duration interval) {}
