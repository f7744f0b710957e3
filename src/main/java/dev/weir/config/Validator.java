package dev.weir.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds all that is wrong with a draft, and for each a value that would pass. */
final class Validator {
    /** Every rule there is; the first kind looks at single values, the second at how values that are sound relate. */
    static final List<Rule> VALUE_RULES = Stream.of(
                    TargetRules.ALL, ValueRules.ALL, ProxyRules.ALL, ObjectRules.BESIDE_OTHERS)
            .flatMap(List::stream)
            .toList();

    static final List<Rule> RELATION_RULES = Stream.of(LimitRules.ALL, TimeRules.ALL, ObjectRules.ALL)
            .flatMap(List::stream)
            .toList();

    private Validator() {}

    static List<Violation> violations(Draft draft) {
        List<Found> flaws = find(VALUE_RULES, draft.scopes());
        Set<Draft.Place> places = new HashSet<>();
        flaws.forEach(flaw -> flaw.breach
                .knobs()
                .forEach(knob -> places.add(new Draft.Place(flaw.breach.scope().place(knob), knob))));
        List<Scope> sound = draft.without(places).scopes();
        return Stream.concat(flaws.stream(), find(RELATION_RULES, sound).stream())
                .map(found -> found.breach.violation(
                        found.rule, sound.get(found.breach.scope().index() + 1)))
                .toList();
    }

    private static List<Found> find(List<Rule> rules, List<Scope> scopes) {
        return scopes.stream()
                .flatMap(scope ->
                        rules.stream().flatMap(rule -> rule.check().in(scope).map(breach -> new Found(rule, breach))))
                .toList();
    }

    private record Found(Rule rule, Breach breach) {}
}
