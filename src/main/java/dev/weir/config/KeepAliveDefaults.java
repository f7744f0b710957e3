package dev.weir.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the default keep-alive fit: {@code max <= serverIdle - margin}, with a margin that short-lived servers bear. */
final class KeepAliveDefaults {
    private final @Nullable Duration explicitMax;
    private final @Nullable Duration explicitMargin;
    private final Scope scope;

    KeepAliveDefaults(Scope scope) {
        this.scope = scope;
        this.explicitMax = scope.findOn(Knobs.KEEP_ALIVE_MAX);
        this.explicitMargin = scope.find(Knobs.MARGIN);
    }

    void fill(Resolution resolution) {
        Duration serverIdle = resolution.settle(Knobs.SERVER_IDLE, this::serverIdle);
        String cause = resolution.cause(Knobs.SERVER_IDLE);
        resolution.settle(Knobs.MARGIN, () -> margin(serverIdle, cause));
        resolution.settle(Knobs.KEEP_ALIVE_MAX, () -> max(serverIdle, cause));
    }

    /** A keep-alive that is too long for a server of the usual kind says that this server is not of that kind. */
    private Yielding<Duration> serverIdle() {
        Yielding<Duration> usual = Yielding.from(Knobs.SERVER_IDLE);
        Duration max = explicitMax == null ? Duration.ZERO : explicitMax;
        Duration margin = explicitMargin == null ? Knobs.MARGIN.requiredFallback() : explicitMargin;
        if (max.plus(margin).compareTo(usual.value()) <= 0 && margin.compareTo(usual.value()) < 0) {
            return usual;
        }
        Yielding<Duration> raised = usual;
        if (explicitMax != null) {
            raised = raised.atLeast(explicitMax.multipliedBy(2), scope.cause(Knobs.KEEP_ALIVE_MAX));
        }
        return explicitMargin == null
                ? raised
                : raised.atLeast(explicitMargin.multipliedBy(4), scope.cause(Knobs.MARGIN));
    }

    private Yielding<Duration> margin(Duration serverIdle, String cause) {
        Yielding<Duration> margin = Yielding.from(Knobs.MARGIN).atMost(serverIdle.dividedBy(4), cause);
        return explicitMax == null
                ? margin
                : margin.atMost(serverIdle.minus(explicitMax), scope.cause(Knobs.KEEP_ALIVE_MAX));
    }

    private Yielding<Duration> max(Duration serverIdle, String cause) {
        Yielding<Duration> max = Yielding.from(Knobs.KEEP_ALIVE_MAX).atMost(serverIdle.dividedBy(2), cause);
        return explicitMargin == null ? max : max.atMost(serverIdle.minus(explicitMargin), scope.cause(Knobs.MARGIN));
    }
}
