package dev.weir.config;

import java.util.List;

/** What a pool may say of I/O threads depends on whether they are its own. */
final class ReactorRules {

    static final List<Rule> ALL = List.of(new Rule(
            "reactor-of-its-own",
            "the shared I/O threads serve all pools, and no pool configures them for the others",
            ReactorRules::needsOwn));

    private ReactorRules() {}

    private static List<Breach> needsOwn(Rule rule, Scope scope) {
        return !scope.isPool() || scope.isTrue(ReactorOptions.OWN)
                ? List.of()
                : List.<Knob<?>>of(ReactorOptions.THREADS, ReactorOptions.CONFIG).stream()
                        .filter(scope::has)
                        .map(knob -> breach(rule, scope, knob))
                        .toList();
    }

    private static Breach breach(Rule rule, Scope scope, Knob<?> knob) {
        List<Knob<?>> knobs = scope.has(ReactorOptions.OWN) ? List.of(knob, ReactorOptions.OWN) : List.of(knob);
        return Breach.of(
                rule,
                scope,
                "needs reactor.own",
                knobs,
                (whole, sound) -> List.of(Remedy.of(whole, ReactorOptions.OWN, true)));
    }
}
