package dev.weir.config;

import java.util.List;
import java.util.stream.Stream;

/** How the limits on connections and exchanges relate, and what connections that the pool opens by itself need. */
final class LimitRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "per-route-within-total",
                    "a route can never have more connections than all routes together",
                    scope -> Rule.within(scope, Knobs.MAX_PER_ROUTE, Knobs.MAX_TOTAL)),
            // An idle limit for more routes gives way on a route with a smaller limit of its own.
            new Rule(
                    "idle-within-route",
                    "idle connections count against the limit of their route",
                    scope -> scope.isMoreGeneral(Knobs.MAX_IDLE, Knobs.MAX_PER_ROUTE)
                            ? Stream.empty()
                            : Rule.within(scope, Knobs.MAX_IDLE, Knobs.MAX_PER_ROUTE)),
            new Rule(
                    "idle-within-total",
                    "idle connections count against the limit of the pool",
                    scope -> scope.has(Knobs.MAX_PER_ROUTE)
                            ? Stream.empty()
                            : Rule.within(scope, Knobs.MAX_IDLE, Knobs.MAX_TOTAL)),
            new Rule(
                    "idle-of-route-within-idle",
                    "a route can never keep more idle connections than all routes together",
                    scope -> withinIfAny(scope, Knobs.MAX_IDLE, Knobs.MAX_IDLE_IN_ALL)),
            new Rule(
                    "min-idle-of-origin",
                    "a pattern does not say which origins to connect to before the first request",
                    LimitRules::origin),
            new Rule(
                    "min-idle-within-max-idle",
                    "connections above maxIdle would be closed at once",
                    scope -> asked(scope) == 0 ? Stream.empty() : Rule.within(scope, Knobs.MIN_IDLE, Knobs.MAX_IDLE)),
            new Rule(
                    "min-idle-within-route",
                    "idle connections count against the limit of their route",
                    scope -> asked(scope) == 0
                            ? Stream.empty()
                            : Rule.within(scope, Knobs.MIN_IDLE, Knobs.MAX_PER_ROUTE)),
            new Rule(
                    "min-idle-within-total",
                    "the idle connections of all routes count against the limit of the pool",
                    scope -> sumWithin(scope, Knobs.MAX_TOTAL)),
            new Rule(
                    "min-idle-within-idle",
                    "connections above maxIdle over all routes would be closed at once",
                    scope -> sumWithin(scope, Knobs.MAX_IDLE_IN_ALL)),
            new Rule(
                    "min-idle-needs-keep-alive",
                    "without keep-alive no connection stays open between requests",
                    LimitRules::keepAlive),
            new Rule(
                    "min-idle-needs-direct-route",
                    "connections through a proxy are opened by the requests that need them",
                    LimitRules::direct));

    private LimitRules() {}

    /** Of an upper limit that zero switches off. */
    private static Stream<Breach> withinIfAny(Scope scope, Knob<Integer> lower, Knob<Integer> upper) {
        Integer most = scope.find(upper);
        return most == null || most == 0 ? Stream.empty() : Rule.within(scope, lower, upper);
    }

    /** The number that a rule for an origin asks for in this very scope; 0 if it asks for none. */
    private static int asked(Scope scope) {
        Integer least = scope.isPool() ? null : scope.find(Knobs.MIN_IDLE);
        return least == null || scope.rule().isPattern() ? 0 : least;
    }

    private static String none(Scope scope) {
        return Rule.suggestion(scope, Knobs.MIN_IDLE, 0);
    }

    private static Stream<Breach> origin(Scope scope) {
        Integer least = scope.isPool() ? null : scope.find(Knobs.MIN_IDLE);
        List<Knob<?>> knobs = List.of(Knobs.MIN_IDLE);
        return least == null || least <= 0 || !scope.rule().isPattern() || !scope.concerns(knobs)
                ? Stream.empty()
                : Stream.of(Breach.of(
                        scope,
                        "must be in the rule of an origin, such as route(\"https://recs:8443\", r -> r.minIdle(" + least
                                + "))",
                        knobs,
                        sound -> none(scope)));
    }

    private static Stream<Breach> sumWithin(Scope scope, Knob<Integer> upper) {
        Integer most = scope.isPool() ? scope.find(upper) : null;
        int sum = scope.draft().minIdleOfAll();
        return most == null || (most == 0 && upper.startsAt(0)) || sum <= most
                ? Stream.empty()
                : Stream.of(Breach.of(
                        scope,
                        "must be at least the minIdle of all routes together (" + sum + ")",
                        List.of(upper),
                        sound -> Rule.suggestion(scope, upper, sum)));
    }

    private static Stream<Breach> keepAlive(Scope scope) {
        List<Knob<?>> knobs = List.of(Knobs.MIN_IDLE, KeepAlive.MAX);
        boolean isOff = scope.has(KeepAlive.MAX) && scope.get(KeepAlive.MAX).isZero();
        return asked(scope) <= 0 || !isOff || !scope.concerns(knobs)
                ? Stream.empty()
                : Stream.of(Breach.of(
                        scope, "must be 0 where " + scope.name(KeepAlive.MAX) + " is 0s", knobs, sound -> none(scope)));
    }

    private static Stream<Breach> direct(Scope scope) {
        List<Knob<?>> knobs = List.of(Knobs.MIN_IDLE, Knobs.PROXY);
        return asked(scope) <= 0 || !scope.concerns(knobs) || isDirect(scope)
                ? Stream.empty()
                : Stream.of(Breach.of(
                        scope,
                        "must be 0 where " + scope.name(Knobs.PROXY) + " " + scope.text(Knobs.PROXY)
                                + " leads to the origin",
                        knobs,
                        sound -> none(scope)));
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
                && scope.rule()
                        .parsed()
                        .filter(origin -> NoProxy.of(exclusions).excludes(origin.host(), origin.port()))
                        .isPresent();
    }
}
