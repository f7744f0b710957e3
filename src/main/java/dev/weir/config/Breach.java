package dev.weir.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * A broken rule, not yet with a value that would pass.
 *
 * @param subjects the knobs that break the rule, with their values; the demand is on the first
 * @param knobs the subjects that are knobs
 * @param demand what the rule wants of the first subject, as the rest of a sentence
 * @param remedies finds changes that may heal it, best first, given the scope in the whole draft and what is sound of that
 */
record Breach(
        Rule rule,
        Scope scope,
        Map<String, String> subjects,
        List<Knob<?>> knobs,
        String demand,
        BiFunction<Scope, Draft, List<Remedy>> remedies) {

    /** A breach that heals when one of its knobs is left to its default. */
    static Breach of(Rule rule, Scope scope, String demand, Knob<?>... knobs) {
        return of(rule, scope, demand, List.of(knobs), (whole, sound) -> byDefault(whole, sound, List.of(knobs)));
    }

    static Breach of(
            Rule rule,
            Scope scope,
            String demand,
            List<Knob<?>> knobs,
            BiFunction<Scope, Draft, List<Remedy>> remedies) {
        Map<String, String> subjects = new LinkedHashMap<>();
        knobs.forEach(knob -> subjects.put(scope.name(knob), scope.text(knob)));
        return new Breach(rule, scope, subjects, knobs, demand, remedies);
    }

    /** A breach by an object beside the settings. */
    static Breach ofCompanion(
            Rule rule, Scope scope, String demand, String name, BiFunction<Scope, Draft, List<Remedy>> remedies) {
        Map<String, String> subject = Map.of(name, scope.draft().companions().text(name));
        return new Breach(rule, scope, subject, List.of(), demand, remedies);
    }

    static List<Remedy> byDefault(Scope scope, Draft sound, List<Knob<?>> knobs) {
        return knobs.stream()
                .flatMap(knob -> Remedy.byDefault(scope, sound, knob, knobs))
                .toList();
    }

    /** Whether the knobs are set at the same place in the whole draft, not hidden there by a value that is not sound. */
    boolean holdsIn(Draft whole) {
        Scope there = whole.scope(scope.index());
        return knobs.stream().allMatch(knob -> there.place(knob) == scope.place(knob));
    }

    /** The same breach in the whole draft, of which only the sound part was looked at. */
    Breach on(Draft whole) {
        Scope there = whole.scope(scope.index());
        return new Breach(rule, there, subjects, knobs, demand, remedies);
    }

    Draft removedFrom(Draft sound) {
        Draft rest = sound;
        for (Knob<?> knob : knobs) {
            int place = scope.place(knob);
            rest = rest.withValues(place, rest.valuesAt(place).without(knob));
        }
        return rest;
    }

    /** Two breaches of one key are the same problem, whatever the values. */
    String key() {
        return rule.name() + subjects.keySet();
    }

    Violation violation(String suggestion) {
        String subject = List.copyOf(subjects.keySet()).get(0);
        String sentence = subject + " " + demand + ", but was " + subjects.get(subject) + ": " + rule.reason() + "; "
                + suggestion + " would pass [" + rule.name() + "]";
        return new Violation(subjects, rule.name(), rule.reason(), suggestion, sentence);
    }
}
