package dev.weir.config;

import org.jspecify.annotations.Nullable;

/** Makes default limits fit: a route's within the total, the total as large as the largest route's. */
final class LimitDefaults {
    private final Scope scope;

    LimitDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        int limit = resolution.settle(PoolKnobs.MAX_PER_ROUTE, () -> perRoute(scope));
        fillIdle(resolution, limit);
        resolution.settle(PoolKnobs.MAX_TOTAL, this::total);
    }

    private static Yielding<Integer> perRoute(Scope scope) {
        Yielding<Integer> limit = Yielding.from(PoolKnobs.MAX_PER_ROUTE);
        Integer total = scope.find(PoolKnobs.MAX_TOTAL);
        if (total != null) {
            limit = limit.atMost(total, scope.cause(PoolKnobs.MAX_TOTAL));
        }
        Integer idle = scope.find(PoolKnobs.MAX_IDLE);
        return idle == null ? limit : limit.atLeast(idle, scope.cause(PoolKnobs.MAX_IDLE));
    }

    /** An idle limit for more routes gives way to a smaller limit of a single route. */
    private void fillIdle(Resolution resolution, int limit) {
        Integer idle = scope.find(PoolKnobs.MAX_IDLE);
        if (idle == null) {
            resolution.put(PoolKnobs.MAX_IDLE, limit, "default, the limit of the route");
        } else if (idle > limit && scope.isMoreGeneral(PoolKnobs.MAX_IDLE, PoolKnobs.MAX_PER_ROUTE)) {
            String origin = scope.origin(PoolKnobs.MAX_IDLE);
            resolution.put(
                    PoolKnobs.MAX_IDLE, limit, origin + ", shrunk to fit " + scope.cause(PoolKnobs.MAX_PER_ROUTE));
        }
    }

    private Yielding<Integer> total() {
        Yielding<Integer> total = Yielding.from(PoolKnobs.MAX_TOTAL);
        for (Scope each : scope.draft().scopes()) {
            total = total.atLeast(limitOf(each), each.cause(limiting(each)));
        }
        return total;
    }

    private static int limitOf(Scope scope) {
        @Nullable Integer explicit = scope.find(PoolKnobs.MAX_PER_ROUTE);
        return explicit == null ? perRoute(scope).value() : explicit;
    }

    private static Knob<Integer> limiting(Scope scope) {
        return scope.has(PoolKnobs.MAX_PER_ROUTE) ? PoolKnobs.MAX_PER_ROUTE : PoolKnobs.MAX_IDLE;
    }
}
