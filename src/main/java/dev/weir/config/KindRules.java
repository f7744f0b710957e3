package dev.weir.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What only the other kind of pool uses: it would have no effect. */
final class KindRules {
    private static final List<Knob<?>> ASYNC_KNOBS = Stream.of(
                    Http2.KNOBS, List.of(PoolKnobs.HTTP2_CONFIG, PoolKnobs.REACTOR_CONFIG))
            .<Knob<?>>flatMap(List::stream)
            .toList();

    /** What only asynchronous pools use, and what blocking ones use in its place. */
    private static final Map<String, String> OF_ASYNC = Map.of(
            Companions.ASYNC_TLS_STRATEGY, "tlsStrategy(...)",
            Companions.CUSTOMIZE_ASYNC_CLIENT, "customizeClient(...)");

    /** What only blocking pools use, and what asynchronous ones use in its place. */
    private static final Map<String, String> OF_BLOCKING = Map.of(
            Companions.TLS_STRATEGY, "asyncTlsStrategy(...)",
            Companions.CUSTOMIZE_CLIENT, "customizeAsyncClient(...)",
            Companions.CONNECTION_FACTORY, "http1Config(...)");

    static final List<Rule> ALL = List.of(
            new Rule(
                    "for-asynchronous-pools",
                    "the pools of build() speak HTTP/1.1 in the threads of their callers, and have neither streams nor"
                            + " I/O threads",
                    KindRules::async),
            new Rule(
                    "for-blocking-pools",
                    "the pools of buildAsync() have connections and a client of HttpClient's asynchronous kind, also"
                            + " behind blockingClient()",
                    KindRules::blocking));

    private KindRules() {}

    private static List<Breach> async(Rule rule, Scope scope) {
        if (!isStrict(scope) || scope.draft().transport() != Transport.CLASSIC) {
            return List.of();
        }
        List<Breach> breaches = new ArrayList<>();
        ASYNC_KNOBS.stream()
                .filter(scope::has)
                .map(knob -> Breach.of(
                        rule, scope, "needs an asynchronous pool", List.of(knob), (whole, sound) -> moved(whole, knob)))
                .forEach(breaches::add);
        breaches.addAll(companions(rule, scope, "needs an asynchronous pool", OF_ASYNC));
        return breaches;
    }

    private static List<Breach> blocking(Rule rule, Scope scope) {
        if (!isStrict(scope) || scope.draft().transport() != Transport.ASYNC) {
            return List.of();
        }
        String demand = "needs a blocking pool";
        List<Breach> breaches = new ArrayList<>();
        if (scope.has(PoolKnobs.SOCKET_CONFIG)) {
            breaches.add(Breach.of(
                    rule,
                    scope,
                    demand,
                    List.of(PoolKnobs.SOCKET_CONFIG),
                    (whole, sound) ->
                            List.of(new Remedy("reactorConfig(...)", whole.without(PoolKnobs.SOCKET_CONFIG)))));
        }
        breaches.addAll(companions(rule, scope, demand, OF_BLOCKING));
        return breaches;
    }

    private static boolean isStrict(Scope scope) {
        return scope.isPool() && !scope.draft().companions().isForBothKinds();
    }

    private static List<Breach> companions(Rule rule, Scope scope, String demand, Map<String, String> counterparts) {
        return counterparts.entrySet().stream()
                .filter(each -> scope.draft().companions().has(each.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(each -> Breach.ofCompanion(
                        rule, scope, demand, each.getKey(), (whole, sound) -> List.of(replaced(whole, each))))
                .toList();
    }

    private static Remedy replaced(Scope whole, Map.Entry<String, String> counterpart) {
        return new Remedy(counterpart.getValue(), whole.draft().withoutCompanion(counterpart.getKey()));
    }

    private static List<Remedy> moved(Scope whole, Knob<?> knob) {
        return List.of(
                new Remedy("buildAsync()", whole.draft().over(Transport.ASYNC)),
                new Remedy("leaving it out", whole.without(knob)));
    }
}
