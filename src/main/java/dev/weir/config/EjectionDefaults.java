package dev.weir.config;

import java.time.Duration;

/** Makes the default times of an ejection fit: {@code time <= maxTime}. */
final class EjectionDefaults {
    private final Scope scope;

    EjectionDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        resolution.settle(Ejection.MAX_TIME, this::maxTime);
        resolution.settle(Ejection.TIME, this::time);
    }

    private Yielding<Duration> maxTime() {
        Yielding<Duration> usual = Yielding.from(Ejection.MAX_TIME);
        Duration first = scope.find(Ejection.TIME);
        return first == null ? usual : usual.atLeast(first, scope.cause(Ejection.TIME));
    }

    private Yielding<Duration> time() {
        Yielding<Duration> usual = Yielding.from(Ejection.TIME);
        Duration max = scope.find(Ejection.MAX_TIME);
        return max == null ? usual : usual.atMost(max, scope.cause(Ejection.MAX_TIME));
    }
}
