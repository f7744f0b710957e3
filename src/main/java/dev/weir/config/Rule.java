package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A named demand on explicit values, and why. */
record Rule(String name, String reason, Check check) {

    /** Finds what breaks a rule in one scope. */
    interface Check {
        Stream<Breach> in(Scope scope);
    }

    /** A rule about single values, with one that passes if the default does not. */
    static <T> Rule ofEach(
            String name,
            String reason,
            List<Knob<T>> knobs,
            String demand,
            Predicate<T> isWrong,
            Function<T, T> passing) {
        return new Rule(
                name,
                reason,
                scope -> knobs.stream()
                        .filter(knob -> scope.has(knob) && scope.concerns(List.of(knob)))
                        .filter(knob -> isWrong.test(scope.get(knob)))
                        .map(knob -> {
                            T passes = passing.apply(scope.get(knob));
                            return Breach.of(scope, demand, List.of(knob), sound -> suggestion(scope, knob, passes));
                        }));
    }

    /** A rule about single numbers or times, which are well left to their defaults. */
    static <T> Rule ofNumbers(
            String name, String reason, List<Knob<T>> knobs, String demand, Predicate<T> isWrong, T passing) {
        return new Rule(
                name,
                reason,
                scope -> knobs.stream()
                        .filter(knob -> scope.has(knob) && scope.concerns(List.of(knob)))
                        .filter(knob -> isWrong.test(scope.get(knob)))
                        .map(knob -> Breach.of(scope, demand, List.of(knob), sound -> {
                            T usual = knob.find(sound.resolve().values());
                            if (usual == null || !knob.allows(usual) || isWrong.test(usual)) {
                                return suggestion(scope, knob, passing);
                            }
                            return suggestion(scope, knob, usual);
                        })));
    }

    /** A rule about two times that are both explicit and on: one must be shorter than the other, or at least not longer. */
    static Rule ofTimes(
            String name,
            String reason,
            String demand,
            Knob<Duration> lower,
            Knob<Duration> upper,
            BiPredicate<Duration, Duration> isInOrder,
            Predicate<Scope> applies) {
        Predicate<Scope> isKept = scope -> {
            Duration low = scope.findOn(lower);
            Duration high = scope.findOn(upper);
            return low == null || high == null || isInOrder.test(low, high);
        };
        // Who asked for a long read wants a longer total, rather than less of what was asked for.
        List<Knob<Duration>> inOrderOfUse = upper == Timeouts.TOTAL ? List.of(upper, lower) : List.of(lower, upper);
        return new Rule(
                name,
                reason,
                scope -> isKept.test(scope) || !applies.test(scope) || !scope.concerns(List.of(lower, upper))
                        ? Stream.empty()
                        : Stream.of(Breach.of(
                                scope,
                                demand + " " + scope.named(upper),
                                List.of(lower, upper),
                                sound -> fitting(sound, inOrderOfUse, isKept))));
    }

    /** A rule about two counts: one must not exceed the other. Who breaks it may have meant either. */
    static Stream<Breach> within(Scope scope, Knob<Integer> lower, Knob<Integer> upper) {
        Integer low = scope.find(lower);
        Integer high = scope.find(upper);
        if (low == null || high == null || low <= high || !scope.concerns(List.of(lower, upper))) {
            return Stream.empty();
        }
        String either = suggestion(scope, lower, high) + " or " + suggestion(scope, upper, low);
        return Stream.of(
                Breach.of(scope, "must not exceed " + scope.named(upper), List.of(lower, upper), sound -> either));
    }

    /**
     * The first knob, with the value that it would have by default, that heals a breach: beside all that is set, or else
     * beside the other knobs of the breach alone.
     */
    static String fitting(Scope scope, List<Knob<Duration>> knobs, Predicate<Scope> isKept) {
        List<String> others = new ArrayList<>();
        for (Scope from : List.of(scope, scope.only(knobs))) {
            for (Knob<Duration> knob : knobs) {
                Duration value = from.without(knob).resolve().get(knob);
                String suggestion = suggestion(scope, knob, value);
                if (knob.allows(value) && isKept.test(scope.with(knob, value))) {
                    return suggestion;
                }
                others.add(suggestion);
            }
        }
        return others.get(0);
    }

    /** A knob with a value, as a program sets it. */
    static <T> String suggestion(Scope scope, Knob<T> knob, T value) {
        return scope.name(knob) + "(" + knob.quoted(value) + ")";
    }
}
