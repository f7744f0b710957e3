package dev.weir.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong in one scope, and for each a value that would pass. Not thread-safe. */
final class Judge {
    static final String LEAVING_IT_OUT = "leaving it out";

    private final Scope scope;
    private final @Nullable Scope sound;
    private final List<Violation> violations;
    private final Map<Layer, Set<Knob<?>>> flaws;

    private Judge(Scope scope, @Nullable Scope sound, List<Violation> violations, Map<Layer, Set<Knob<?>>> flaws) {
        this.scope = scope;
        this.sound = sound;
        this.violations = violations;
        this.flaws = flaws;
    }

    /** Finds all that is wrong with a draft. */
    static List<Violation> violations(Draft draft) {
        List<Violation> violations = new ArrayList<>();
        Map<Layer, Set<Knob<?>>> flaws = new HashMap<>();
        List<Scope> scopes = draft.scopes();
        for (Scope scope : scopes) {
            values(new Judge(scope, null, violations, flaws));
        }
        List<Scope> sound = scopes;
        if (!flaws.isEmpty()) {
            // Once more, now that it is known which values a suggestion can be worked out from.
            sound = draft.without(flaws).scopes();
            violations.clear();
            for (int i = 0; i < scopes.size(); i++) {
                values(new Judge(scopes.get(i), sound.get(i), violations, flaws));
            }
        }
        for (Scope scope : sound) {
            relations(new Judge(scope, scope, violations, flaws));
        }
        return violations;
    }

    private static void values(Judge judge) {
        TargetRules.check(judge);
        if (!judge.scope.isEmpty()) {
            ValueRules.check(judge);
            ProxyRules.check(judge);
            ObjectRules.checkBesideOthers(judge);
        }
    }

    private static void relations(Judge judge) {
        if (!judge.scope.isEmpty()) {
            LimitRules.check(judge);
            TimeRules.check(judge);
            ObjectRules.checkKind(judge);
        }
    }

    Scope scope() {
        return scope;
    }

    /** Takes down that a knob, with the others that take part, breaks a rule. The demand is on the first. */
    void breach(Rule rule, String demand, String suggestion, Knob<?>... knobs) {
        Map<String, String> subjects = new LinkedHashMap<>();
        for (Knob<?> knob : knobs) {
            subjects.put(scope.place(knob).name(knob), scope.text(knob));
            flawed(knob);
        }
        breach(rule, subjects, scope.quoted(knobs[0]), demand, suggestion);
    }

    private void flawed(Knob<?> knob) {
        flaws.computeIfAbsent(scope.place(knob), layer -> new HashSet<>()).add(knob);
    }

    /** Likewise of one knob, for which another value passes. */
    <T> void breach(Rule rule, String demand, Knob<T> knob, T passing) {
        breach(rule, demand, scope.suggestion(knob, passing), knob);
    }

    /** Likewise of a part of a value. */
    void flaw(Rule rule, Knob<?> knob, String part, String demand, String suggestion) {
        flawed(knob);
        breach(rule, knob.name(), part, Knob.quote(part), demand, suggestion);
    }

    /** Likewise of something else than a knob. */
    void breach(Rule rule, String subject, String value, String was, String demand, String suggestion) {
        breach(rule, Map.of(subject, value), was, demand, suggestion);
    }

    void breach(Rule rule, Map<String, String> subjects, String was, String demand, String suggestion) {
        Map<String, String> shown = new LinkedHashMap<>();
        subjects.forEach((name, value) -> shown.put(scope.draft().shown(name), value));
        String sentence = shown.keySet().iterator().next() + " " + demand + ", but was " + was + ": " + rule.reason()
                + "; " + suggestion + " would pass [" + rule + "]";
        violations.add(new Violation(shown, rule.toString(), rule.reason(), suggestion, sentence));
    }

    /** Takes down a number or a time that is wrong by itself, which is well left to its default. */
    <T> void number(Rule rule, String demand, Knob<T> knob) {
        T usual = sound == null ? null : knob.find(sound.resolve().values());
        T passing = usual != null && knob.allows(usual) ? usual : knob.least();
        breach(rule, demand, knob, passing);
    }

    /** One of two explicit counts must not exceed the other. Who breaks it may have meant either. */
    void within(Rule rule, Knob<Integer> lower, Knob<Integer> upper) {
        Integer low = scope.find(lower);
        Integer high = scope.find(upper);
        if (low != null && high != null && low > high && scope.concerns(lower, upper)) {
            String either = scope.suggestion(lower, high) + " or " + scope.suggestion(upper, low);
            breach(rule, "must not exceed " + scope.named(upper), either, lower, upper);
        }
    }

    /** One of two explicit times that are on must be shorter than the other by a gap. */
    void below(Rule rule, String demand, Knob<Duration> lower, Knob<Duration> upper, Duration gap) {
        if (!isBelow(scope, lower, upper, gap) && scope.concerns(lower, upper)) {
            // Who asked for a long read wants a longer total, rather than less of what was asked for.
            List<Knob<Duration>> inOrderOfUse = upper == Timeouts.TOTAL ? List.of(upper, lower) : List.of(lower, upper);
            String passing = fitting(inOrderOfUse, each -> isBelow(each, lower, upper, gap));
            breach(rule, demand + " " + scope.named(upper), passing, lower, upper);
        }
    }

    private static boolean isBelow(Scope scope, Knob<Duration> lower, Knob<Duration> upper, Duration gap) {
        Duration low = scope.findOn(lower);
        Duration high = scope.findOn(upper);
        return low == null || high == null || low.plus(gap).compareTo(high) <= 0;
    }

    /**
     * The first knob, with the value that it would have by default, that heals a breach: beside all that is set, or else
     * beside the other knobs of the breach alone.
     */
    String fitting(List<Knob<Duration>> knobs, Predicate<Scope> isKept) {
        String first = null;
        for (Scope from : List.of(scope, scope.only(knobs))) {
            for (Knob<Duration> knob : knobs) {
                Duration value = from.without(knob).resolve().get(knob);
                String suggestion = scope.suggestion(knob, value);
                if (knob.allows(value) && isKept.test(scope.with(knob, value))) {
                    return suggestion;
                }
                first = first == null ? suggestion : first;
            }
        }
        return requireNonNull(first);
    }
}
