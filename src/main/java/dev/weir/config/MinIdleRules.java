package dev.weir.config;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What the idle connections that a pool opens by itself need. */
final class MinIdleRules {
    private static final String SOCKS = "socks";

    static final List<Rule> ALL = List.of(
            new Rule(
                    "min-idle-of-origin",
                    "neither a pool as a whole nor a pattern names an origin to connect to",
                    MinIdleRules::origin),
            new Rule(
                    "min-idle-within-max-idle",
                    "connections above maxIdle are closed again at once",
                    (rule, scope) -> within(rule, scope, PoolKnobs.MAX_IDLE)),
            new Rule(
                    "min-idle-within-route",
                    "idle connections count against the limit of their route",
                    (rule, scope) -> within(rule, scope, PoolKnobs.MAX_PER_ROUTE)),
            new Rule(
                    "min-idle-within-total",
                    "the idle connections of all routes count against the limit of the pool",
                    (rule, scope) -> sumWithin(rule, scope, PoolKnobs.MAX_TOTAL)),
            new Rule(
                    "min-idle-within-idle",
                    "connections above maxIdle over all routes are closed again at once",
                    (rule, scope) -> sumWithin(rule, scope, PoolKnobs.MAX_IDLE_IN_ALL)),
            new Rule(
                    "min-idle-needs-keep-alive",
                    "without keep-alive no connection stays open between requests",
                    MinIdleRules::keepAlive),
            new Rule(
                    "min-idle-needs-direct-route",
                    "connections through a proxy are opened by the requests that need them",
                    MinIdleRules::direct));

    private MinIdleRules() {}

    /** How many connections all routes keep together, as far as their rules name an origin. */
    static int sum(Draft draft) {
        long sum = draft.routes().stream()
                .filter(rule -> !rule.isPattern())
                .map(rule -> rule.values().find(PoolKnobs.MIN_IDLE))
                .filter(Objects::nonNull)
                .mapToLong(least -> Math.max(0, least))
                .sum();
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    /** The number that a rule for an origin asks for in this very scope; 0 if it asks for none. */
    private static int asked(Scope scope) {
        Integer least = scope.isPool() ? null : scope.find(PoolKnobs.MIN_IDLE);
        return least == null || scope.rule().isPattern() ? 0 : least;
    }

    private static List<Breach> origin(Rule rule, Scope scope) {
        Integer least = scope.find(PoolKnobs.MIN_IDLE);
        boolean namesNone = scope.isPool() || scope.rule().isPattern();
        if (least == null || least <= 0 || !namesNone || !scope.concerns(List.of(PoolKnobs.MIN_IDLE))) {
            return List.of();
        }
        return List.of(Breach.of(
                rule,
                scope,
                "must be in the rule of an origin, such as route(\"https://recs:8443\", r -> r.minIdle(" + least + "))",
                List.of(PoolKnobs.MIN_IDLE),
                (whole, sound) -> List.of(none(whole))));
    }

    private static Remedy none(Scope scope) {
        return Remedy.of(scope, PoolKnobs.MIN_IDLE, 0);
    }

    private static List<Breach> within(Rule rule, Scope scope, Knob<Integer> upper) {
        int least = asked(scope);
        Integer most = scope.find(upper);
        if (most == null || least <= most || !scope.concerns(List.of(PoolKnobs.MIN_IDLE, upper))) {
            return List.of();
        }
        return List.of(Breach.of(
                rule,
                scope,
                "must not exceed " + scope.name(upper) + " (" + most + ")",
                List.of(PoolKnobs.MIN_IDLE, upper),
                (whole, sound) -> List.of(Remedy.of(whole, PoolKnobs.MIN_IDLE, most), Remedy.of(whole, upper, least))));
    }

    private static List<Breach> sumWithin(Rule rule, Scope scope, Knob<Integer> upper) {
        Integer most = scope.isPool() ? scope.find(upper) : null;
        int sum = sum(scope.draft());
        if (most == null || (most == 0 && !upper.startsAt(1)) || sum <= most) {
            return List.of();
        }
        return List.of(Breach.of(
                rule,
                scope,
                "must be at least the minIdle of all routes together (" + sum + ")",
                List.of(upper),
                (whole, sound) -> List.of(Remedy.of(whole, upper, sum))));
    }

    private static List<Breach> keepAlive(Rule rule, Scope scope) {
        List<Knob<?>> knobs = List.of(PoolKnobs.MIN_IDLE, KeepAlive.MAX);
        boolean isOff = scope.has(KeepAlive.MAX) && scope.get(KeepAlive.MAX).isZero();
        return asked(scope) <= 0 || !isOff || !scope.concerns(knobs)
                ? List.of()
                : List.of(Breach.of(
                        rule,
                        scope,
                        "must be 0 where " + scope.name(KeepAlive.MAX) + " is 0s",
                        knobs,
                        (whole, sound) -> remedies(whole, sound, knobs)));
    }

    private static List<Remedy> remedies(Scope whole, Draft sound, List<Knob<?>> knobs) {
        List<Remedy> remedies = new ArrayList<>(List.of(none(whole)));
        Remedy.byDefault(whole, sound, KeepAlive.MAX, knobs).forEach(remedies::add);
        return remedies;
    }

    private static List<Breach> direct(Rule rule, Scope scope) {
        List<Knob<?>> knobs = List.of(PoolKnobs.MIN_IDLE, PoolKnobs.PROXY);
        if (asked(scope) <= 0 || !scope.concerns(knobs) || isDirect(scope)) {
            return List.of();
        }
        return List.of(Breach.of(
                rule,
                scope,
                "must be 0 where " + scope.name(PoolKnobs.PROXY) + " " + scope.text(PoolKnobs.PROXY)
                        + " leads to the origin",
                knobs,
                (whole, sound) -> List.of(none(whole))));
    }

    private static boolean isDirect(Scope scope) {
        Optional<URI> proxy = Optional.ofNullable(scope.find(PoolKnobs.PROXY)).flatMap(ProxyAddress::parse);
        return proxy.filter(address -> !SOCKS.equalsIgnoreCase(address.getScheme()))
                        .isEmpty()
                || (!scope.isFromRoute(PoolKnobs.PROXY) && isExcluded(scope));
    }

    private static boolean isExcluded(Scope scope) {
        List<String> exclusions = scope.draft().pool().find(PoolKnobs.NO_PROXY);
        Optional<Target> origin = scope.rule().parsed();
        return exclusions != null
                && origin.isPresent()
                && exclusions.stream()
                        .flatMap(entry -> ProxyExclusion.parse(entry).stream())
                        .anyMatch(entry -> entry.matches(
                                DirectHost.of(origin.get().host()), origin.get().port()));
    }
}
