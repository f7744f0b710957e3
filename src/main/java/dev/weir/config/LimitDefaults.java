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
        limit = atLeast(limit, PoolKnobs.MAX_IDLE, scope);
        return atLeast(limit, PoolKnobs.MIN_IDLE, scope);
    }

    private static Yielding<Integer> atLeast(Yielding<Integer> limit, Knob<Integer> knob, Scope scope) {
        Integer least = scope.find(knob);
        return least == null ? limit : limit.atLeast(least, scope.cause(knob));
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
        int kept = MinIdleRules.sum(scope.draft());
        return total.atLeast(kept, "the minIdle of all routes = " + kept);
    }

    private static int limitOf(Scope scope) {
        @Nullable Integer explicit = scope.find(PoolKnobs.MAX_PER_ROUTE);
        return explicit == null ? perRoute(scope).value() : explicit;
    }

    private static Knob<Integer> limiting(Scope scope) {
        if (scope.has(PoolKnobs.MAX_PER_ROUTE)) {
            return PoolKnobs.MAX_PER_ROUTE;
        }
        Integer least = scope.find(PoolKnobs.MIN_IDLE);
        return least != null && least == limitOf(scope) ? PoolKnobs.MIN_IDLE : PoolKnobs.MAX_IDLE;
    }
}
