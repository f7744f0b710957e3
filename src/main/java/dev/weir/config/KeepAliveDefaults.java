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
        this.explicitMax = scope.findOn(KeepAlive.MAX);
        this.explicitMargin = scope.find(KeepAlive.MARGIN);
    }

    void fill(Resolution resolution) {
        Duration serverIdle = resolution.settle(KeepAlive.SERVER_IDLE, this::serverIdle);
        String cause = resolution.cause(KeepAlive.SERVER_IDLE);
        resolution.settle(KeepAlive.MARGIN, () -> margin(serverIdle, cause));
        resolution.settle(KeepAlive.MAX, () -> max(serverIdle, cause));
    }

    /** A keep-alive that is too long for a server of the usual kind says that this server is not of that kind. */
    private Yielding<Duration> serverIdle() {
        Yielding<Duration> usual = Yielding.from(KeepAlive.SERVER_IDLE);
        Duration max = explicitMax == null ? Duration.ZERO : explicitMax;
        Duration margin = explicitMargin == null ? KeepAlive.MARGIN.requiredFallback() : explicitMargin;
        if (max.plus(margin).compareTo(usual.value()) <= 0 && margin.compareTo(usual.value()) < 0) {
            return usual;
        }
        Yielding<Duration> raised = usual;
        if (explicitMax != null) {
            raised = raised.atLeast(explicitMax.multipliedBy(2), scope.cause(KeepAlive.MAX));
        }
        return explicitMargin == null
                ? raised
                : raised.atLeast(explicitMargin.multipliedBy(4), scope.cause(KeepAlive.MARGIN));
    }

    private Yielding<Duration> margin(Duration serverIdle, String cause) {
        Yielding<Duration> margin = Yielding.from(KeepAlive.MARGIN).atMost(serverIdle.dividedBy(4), cause);
        return explicitMax == null ? margin : margin.atMost(serverIdle.minus(explicitMax), scope.cause(KeepAlive.MAX));
    }

    private Yielding<Duration> max(Duration serverIdle, String cause) {
        Yielding<Duration> max = Yielding.from(KeepAlive.MAX).atMost(serverIdle.dividedBy(2), cause);
        return explicitMargin == null
                ? max
                : max.atMost(serverIdle.minus(explicitMargin), scope.cause(KeepAlive.MARGIN));
    }
}
