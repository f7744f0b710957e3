package dev.weir.config;

import java.util.List;

/** How the limits on connections and exchanges relate. */
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
                            : within(rule, scope, PoolKnobs.MAX_IDLE, PoolKnobs.MAX_TOTAL)),
            new Rule(
                    "idle-of-route-within-idle",
                    "a route can never keep more idle connections than all routes together",
                    (rule, scope) -> withinIfAny(rule, scope, PoolKnobs.MAX_IDLE, PoolKnobs.MAX_IDLE_IN_ALL)));

    private LimitRules() {}

    /** An idle limit for more routes gives way on a route with a smaller limit of its own. */
    private static boolean isForOtherRoutes(Scope scope) {
        return scope.isMoreGeneral(PoolKnobs.MAX_IDLE, PoolKnobs.MAX_PER_ROUTE);
    }

    /** Of an upper limit that zero switches off, which would be no remedy that anybody wants: lowers the other one. */
    private static List<Breach> withinIfAny(Rule rule, Scope scope, Knob<Integer> lower, Knob<Integer> upper) {
        Integer most = scope.find(upper);
        if (most == null || most == 0) {
            return List.of();
        }
        return within(rule, scope, lower, upper).stream()
                .map(breach -> Breach.of(
                        rule,
                        scope,
                        breach.demand(),
                        List.of(lower, upper),
                        (whole, sound) ->
                                List.of(Remedy.of(whole, lower, most), Remedy.of(whole, upper, scope.get(lower)))))
                .toList();
    }

    private static List<Breach> within(Rule rule, Scope scope, Knob<Integer> lower, Knob<Integer> upper) {
        Integer low = scope.find(lower);
        Integer high = scope.find(upper);
        if (low == null || high == null || low <= high || !scope.concerns(List.of(lower, upper))) {
            return List.of();
        }
        String demand = "must not exceed " + scope.name(upper) + " (" + scope.text(upper) + ")";
        return List.of(Breach.of(
                rule,
                scope,
                demand,
                List.of(lower, upper),
                (whole, sound) -> List.of(Remedy.of(whole, lower, high), Remedy.of(whole, upper, low))));
    }
}
