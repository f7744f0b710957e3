package dev.weir.config;

import java.util.List;

/** How the limits on connections and exchanges relate, and what connections that the pool opens by itself need. */
final class LimitRules {
    private LimitRules() {}

    static void check(Judge judge) {
        Scope scope = judge.scope();
        judge.within(Rule.PER_ROUTE_WITHIN_TOTAL, Knobs.MAX_PER_ROUTE, Knobs.MAX_TOTAL);
        // An idle limit for more routes gives way on a route with a smaller limit of its own.
        if (!scope.isMoreGeneral(Knobs.MAX_IDLE, Knobs.MAX_PER_ROUTE)) {
            judge.within(Rule.IDLE_WITHIN_ROUTE, Knobs.MAX_IDLE, Knobs.MAX_PER_ROUTE);
        }
        if (!scope.has(Knobs.MAX_PER_ROUTE)) {
            judge.within(Rule.IDLE_WITHIN_TOTAL, Knobs.MAX_IDLE, Knobs.MAX_TOTAL);
        }
        if (scope.has(Knobs.MAX_IDLE_IN_ALL) && scope.get(Knobs.MAX_IDLE_IN_ALL) != 0) {
            judge.within(Rule.IDLE_OF_ROUTE_WITHIN_IDLE, Knobs.MAX_IDLE, Knobs.MAX_IDLE_IN_ALL);
        }
        if (scope.isPool()) {
            sumWithin(judge, Rule.MIN_IDLE_WITHIN_TOTAL, Knobs.MAX_TOTAL);
            sumWithin(judge, Rule.MIN_IDLE_WITHIN_IDLE, Knobs.MAX_IDLE_IN_ALL);
        } else if (scope.has(Knobs.MIN_IDLE) && scope.get(Knobs.MIN_IDLE) > 0) {
            minIdle(judge);
        }
    }

    private static void sumWithin(Judge judge, Rule rule, Knob<Integer> upper) {
        Integer most = judge.scope().find(upper);
        int sum = judge.scope().draft().minIdleOfAll();
        if (most != null && sum > most && !(most == 0 && upper.startsAt(0))) {
            judge.breach(rule, "must be at least the minIdle of all routes together (" + sum + ")", upper, sum);
        }
    }

    private static void minIdle(Judge judge) {
        Scope scope = judge.scope();
        String none = scope.suggestion(Knobs.MIN_IDLE, 0);
        if (scope.own().isPattern()) {
            if (scope.concerns(Knobs.MIN_IDLE)) {
                String sample = "route(\"https://recs:8443\", r -> r.minIdle(" + scope.get(Knobs.MIN_IDLE) + "))";
                judge.breach(
                        Rule.MIN_IDLE_OF_ORIGIN,
                        "must be in the rule of an origin, such as " + sample,
                        none,
                        Knobs.MIN_IDLE);
            }
            return;
        }
        judge.within(Rule.MIN_IDLE_WITHIN_MAX_IDLE, Knobs.MIN_IDLE, Knobs.MAX_IDLE);
        judge.within(Rule.MIN_IDLE_WITHIN_ROUTE, Knobs.MIN_IDLE, Knobs.MAX_PER_ROUTE);
        if (scope.has(KeepAlive.MAX)
                && scope.get(KeepAlive.MAX).isZero()
                && scope.concerns(Knobs.MIN_IDLE, KeepAlive.MAX)) {
            judge.breach(
                    Rule.MIN_IDLE_NEEDS_KEEP_ALIVE,
                    "must be 0 where " + scope.name(KeepAlive.MAX) + " is 0s",
                    none,
                    Knobs.MIN_IDLE,
                    KeepAlive.MAX);
        }
        if (!isDirect(scope) && scope.concerns(Knobs.MIN_IDLE, Knobs.PROXY)) {
            judge.breach(
                    Rule.MIN_IDLE_NEEDS_DIRECT_ROUTE,
                    "must be 0 where " + scope.name(Knobs.PROXY) + " " + scope.text(Knobs.PROXY)
                            + " leads to the origin",
                    none,
                    Knobs.MIN_IDLE,
                    Knobs.PROXY);
        }
    }

    private static boolean isDirect(Scope scope) {
        String proxy = scope.find(Knobs.PROXY);
        return proxy == null
                || ProxyRules.isSocks(proxy)
                || ProxyRules.address(proxy).isEmpty()
                || (!scope.isFromRoute(Knobs.PROXY) && isExcluded(scope));
    }

    private static boolean isExcluded(Scope scope) {
        List<String> exclusions = scope.find(Knobs.NO_PROXY);
        return exclusions != null
                && scope.own()
                        .parsed()
                        .filter(origin -> NoProxy.of(exclusions).excludes(origin.host(), origin.port()))
                        .isPresent();
    }
}
