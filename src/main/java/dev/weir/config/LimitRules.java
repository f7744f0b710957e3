package dev.weir.config;

import java.util.List;

/** How the limits on connections relate. */
final class LimitRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "per-route-within-total",
                    "a route can never have more connections than all routes together",
                    (rule, scope) -> within(rule, scope, PoolKnobs.MAX_PER_ROUTE, PoolKnobs.MAX_TOTAL)),
            new Rule(
                    "idle-within-route",
                    "idle connections count against the limit of their route",
                    (rule, scope) -> isForOtherRoutes(scope)
                            ? List.of()
                            : within(rule, scope, PoolKnobs.MAX_IDLE, PoolKnobs.MAX_PER_ROUTE)),
            new Rule(
                    "idle-within-total",
                    "idle connections count against the limit of the pool",
                    (rule, scope) -> scope.has(PoolKnobs.MAX_PER_ROUTE)
                            ? List.of()
                            : within(rule, scope, PoolKnobs.MAX_IDLE, PoolKnobs.MAX_TOTAL)));

    private LimitRules() {}

    /** An idle limit for more routes gives way on a route with a smaller limit of its own. */
    private static boolean isForOtherRoutes(Scope scope) {
        return scope.isMoreGeneral(PoolKnobs.MAX_IDLE, PoolKnobs.MAX_PER_ROUTE);
    }

    private static List<Breach> within(Rule rule, Scope scope, Knob<Integer> lower, Knob<Integer> upper) {
        Integer low = scope.find(lower);
        Integer high = scope.find(upper);
        if (low == null || high == null || low <= high || !scope.concerns(List.of(lower, upper))) {
            return List.of();
        }
        String demand = "must not exceed " + scope.name(upper) + " (" + scope.text(upper) + ")";
        return List.of(Breach.of(rule, scope, demand, lower, upper));
    }
}
