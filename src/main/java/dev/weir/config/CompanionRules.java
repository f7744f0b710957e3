package dev.weir.config;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What has no effect beside the objects that a pool is built with, or without others. */
final class CompanionRules {
    private static final List<Knob<?>> OF_TLS = List.of(Tls.PROTOCOLS, Tls.CIPHER_SUITES, Tls.HOSTNAME_VERIFIER);

    static final List<Rule> ALL = List.of(
            new Rule(
                    "tls-strategy-decides",
                    "the strategy makes the TLS connections, with protocols, keys and checks of its own",
                    CompanionRules::besideStrategy),
            new Rule(
                    "connection-factory-decides",
                    "the factory makes the connections, with limits and buffers of its own",
                    CompanionRules::besideFactory),
            new Rule(
                    "proxy-selector-decides",
                    "the selector determines the proxy of each target",
                    CompanionRules::besideSelector),
            new Rule(
                    "proxy-credentials-need-proxy",
                    "only an http or https proxy is logged in to",
                    CompanionRules::credentials),
            new Rule("ssl-context-needs-https", "connections of http have no TLS", CompanionRules::contextOfRoute));

    private CompanionRules() {}

    private static List<Breach> besideStrategy(Rule rule, Scope scope) {
        String strategy =
                scope.draft().transport() == Transport.ASYNC ? Companions.ASYNC_TLS_STRATEGY : Companions.TLS_STRATEGY;
        if (!isStrict(scope, strategy)) {
            return List.of();
        }
        Stream<Breach> context = scope.draft().companions().has(Companions.SSL_CONTEXT)
                ? Stream.of(Breach.ofCompanion(
                        rule,
                        scope,
                        demand(scope, strategy),
                        Companions.SSL_CONTEXT,
                        (whole, sound) -> List.of(leftOut(whole.draft().withoutCompanion(Companions.SSL_CONTEXT)))))
                : Stream.empty();
        return Stream.concat(leftTo(strategy, rule, scope, OF_TLS), context).toList();
    }

    private static List<Breach> besideFactory(Rule rule, Scope scope) {
        return isStrict(scope, Companions.CONNECTION_FACTORY) && scope.draft().transport() == Transport.CLASSIC
                ? leftTo(Companions.CONNECTION_FACTORY, rule, scope, List.of(PoolKnobs.HTTP1_CONFIG))
                        .toList()
                : List.of();
    }

    private static List<Breach> besideSelector(Rule rule, Scope scope) {
        return scope.draft().companions().has(Companions.PROXY_SELECTOR)
                ? leftTo(Companions.PROXY_SELECTOR, rule, scope, List.of(PoolKnobs.PROXY, PoolKnobs.NO_PROXY))
                        .toList()
                : List.of();
    }

    private static boolean isStrict(Scope scope, String companion) {
        Companions companions = scope.draft().companions();
        return scope.isPool() && companions.has(companion) && !companions.isForBothKinds();
    }

    private static Stream<Breach> leftTo(String companion, Rule rule, Scope scope, List<Knob<?>> knobs) {
        return knobs.stream()
                .filter(knob -> scope.has(knob) && scope.concerns(List.of(knob)))
                .map(knob -> Breach.of(
                        rule,
                        scope,
                        demand(scope, companion),
                        List.of(knob),
                        (whole, sound) -> List.of(leftOut(whole.without(knob)))));
    }

    private static String demand(Scope scope, String companion) {
        return "must be left to " + companion + " ("
                + scope.draft().companions().text(companion) + ")";
    }

    private static Remedy leftOut(Draft rest) {
        return new Remedy("leaving it out", rest);
    }

    private static List<Breach> contextOfRoute(Rule rule, Scope scope) {
        if (scope.isPool()
                || scope.rule().parsed().filter(Target::isSecure).isPresent()
                || scope.rule().parsed().isEmpty()) {
            return List.of();
        }
        String name = RouteContexts.name(scope.rule().givenTarget());
        return scope.draft().companions().has(name)
                ? List.of(Breach.ofCompanion(
                        rule,
                        scope,
                        "needs a target with https",
                        name,
                        (whole, sound) -> List.of(leftOut(whole.draft().withoutCompanion(name)))))
                : List.of();
    }

    private static List<Breach> credentials(Rule rule, Scope scope) {
        Predicate<URI> isHttp = proxy -> !"socks".equalsIgnoreCase(proxy.getScheme());
        boolean isUsed = Optional.ofNullable(scope.find(PoolKnobs.PROXY))
                .flatMap(ProxyAddress::parse)
                .filter(isHttp)
                .isPresent();
        if (!isStrict(scope, Companions.PROXY_CREDENTIALS) || isUsed) {
            return List.of();
        }
        return List.of(new Breach(
                rule,
                scope,
                Map.of(
                        Companions.PROXY_CREDENTIALS,
                        "set " + (scope.has(PoolKnobs.PROXY) ? "for " + scope.text(PoolKnobs.PROXY) : "without one")),
                List.of(),
                "needs an http or https proxy",
                (whole, sound) -> List.of(Remedy.of(whole, PoolKnobs.PROXY, "http://proxy:3128"))));
    }
}
