package dev.weir.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A broken rule.
 *
 * @param subjects what breaks the rule, with its values; the demand is on the first
 * @param knobs the subjects that are knobs
 * @param was the value of the first subject, as it stands in the message
 * @param demand what the rule wants of the first subject, as the rest of a sentence
 * @param suggestion finds a change that heals it, given what is sound of the scope
 */
record Breach(
        Scope scope,
        Map<String, String> subjects,
        List<? extends Knob<?>> knobs,
        String was,
        String demand,
        Function<Scope, String> suggestion) {

    static final String LEAVING_IT_OUT = "leaving it out";

    static Breach of(Scope scope, String demand, List<? extends Knob<?>> knobs, Function<Scope, String> suggestion) {
        Map<String, String> subjects = new LinkedHashMap<>();
        knobs.forEach(knob -> subjects.put(scope.name(knob), scope.text(knob)));
        return new Breach(scope, subjects, knobs, scope.quoted(knobs.get(0)), demand, suggestion);
    }

    /** A breach by something else than a knob. */
    static Breach by(Scope scope, String subject, String value, String was, String demand, String suggestion) {
        return new Breach(scope, Map.of(subject, value), List.of(), was, demand, sound -> suggestion);
    }

    Violation violation(Rule rule, Scope sound) {
        String passing = suggestion.apply(sound);
        String sentence = subjects.keySet().iterator().next() + " " + demand + ", but was " + was + ": " + rule.reason()
                + "; " + passing + " would pass [" + rule.name() + "]";
        return new Violation(subjects, rule.name(), rule.reason(), passing, sentence);
    }
}
