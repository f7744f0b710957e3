package dev.weir.config;

import java.time.Duration;

/** Makes the default pauses fit: {@code backoff <= maxBackoff}. */
final class RetryDefaults {
    private final Scope scope;

    RetryDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        resolution.settle(Retry.MAX_BACKOFF, this::maxBackoff);
        resolution.settle(Retry.BACKOFF, this::backoff);
    }

    private Yielding<Duration> maxBackoff() {
        Yielding<Duration> usual = Yielding.from(Retry.MAX_BACKOFF);
        Duration first = scope.find(Retry.BACKOFF);
        return first == null ? usual : usual.atLeast(first, scope.cause(Retry.BACKOFF));
    }

    private Yielding<Duration> backoff() {
        Yielding<Duration> usual = Yielding.from(Retry.BACKOFF);
        Duration max = scope.find(Retry.MAX_BACKOFF);
        return max == null ? usual : usual.atMost(max, scope.cause(Retry.MAX_BACKOFF));
    }
}
