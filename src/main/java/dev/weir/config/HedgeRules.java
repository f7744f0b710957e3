package dev.weir.config;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What hedging needs of the limits: two requests of one call are under way at once. */
final class HedgeRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "hedge-needs-second-exchange",
                    "a hedge is under way beside the request that it repeats",
                    (rule, scope) ->
                            ofOne(rule, scope, List.of(PoolKnobs.MAX_IN_FLIGHT_IN_ALL, PoolKnobs.MAX_IN_FLIGHT))),
            new Rule(
                    "hedge-needs-second-connection",
                    "over HTTP/1.1 a hedge takes a connection of its own",
                    (rule, scope) -> mayShareConnections(scope)
                            ? List.of()
                            : ofOne(rule, scope, List.of(PoolKnobs.MAX_TOTAL, PoolKnobs.MAX_PER_ROUTE))));

    private HedgeRules() {}

    /** Whether the pool, or one of a set of settings for pools of both kinds, may speak HTTP/2 on a route. */
    private static boolean mayShareConnections(Scope scope) {
        Draft draft = scope.draft();
        boolean mayBeAsync =
                draft.transport() == Transport.ASYNC || draft.companions().isForBothKinds();
        return mayBeAsync
                && (scope.find(PoolKnobs.PROTOCOL) != Protocol.HTTP_1_1
                        || draft.routes().stream().anyMatch(HedgeRules::speaksHttp2));
    }

    private static boolean speaksHttp2(RouteRule rule) {
        return rule.values().has(PoolKnobs.PROTOCOL) && rule.values().get(PoolKnobs.PROTOCOL) != Protocol.HTTP_1_1;
    }

    private static List<Breach> ofOne(Rule rule, Scope scope, List<Knob<Integer>> limits) {
        Knob<Double> hedge = hedge(scope);
        if (!scope.isPool() || hedge == null) {
            return List.of();
        }
        return limits.stream()
                .filter(limit -> Objects.equals(scope.find(limit), 1) && !isSetForRoutes(scope, limit))
                .map(limit -> breach(rule, scope, limit, hedge))
                .toList();
    }

    /** What switches hedging on; null if it is off. */
    private static @Nullable Knob<Double> hedge(Scope scope) {
        if (scope.has(Hedge.MAX)) {
            return scope.get(Hedge.MAX) > 0 ? Hedge.MAX : null;
        }
        return scope.has(Hedge.AFTER) ? Hedge.AFTER : null;
    }

    /** Requests to hosts with a limit of their own may be hedged. */
    private static boolean isSetForRoutes(Scope scope, Knob<Integer> limit) {
        return scope.draft().routes().stream().anyMatch(rule -> rule.values().has(limit));
    }

    private static Breach breach(Rule rule, Scope scope, Knob<Integer> limit, Knob<Double> hedge) {
        return Breach.of(
                rule,
                scope,
                "must be at least 2 where " + scope.name(hedge) + " is " + scope.text(hedge),
                List.of(limit, hedge),
                (whole, sound) -> List.of(Remedy.of(whole, limit, 2), Remedy.of(whole, Hedge.MAX, Hedge.DEFAULT_MAX)));
    }
}
