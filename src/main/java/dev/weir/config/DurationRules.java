package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What every duration must keep to. A duration breaks one of these at most. */
final class DurationRules {
    /** Ten times as long, which a total may grow to, still fits into a long of nanoseconds. */
    static final Duration LONGEST = Duration.ofDays(25 * 365);

    static final List<Knob<Duration>> KNOBS = Knobs.of(Duration.class);

    static final List<Rule> ALL = List.of(
            rule(
                    "duration-not-negative",
                    "a time cannot be negative",
                    "must not be negative",
                    DurationRules::isNegative),
            new Rule("duration-not-zero", "it cannot be switched off", DurationRules::zero),
            rule(
                    "duration-not-too-short",
                    "HttpClient counts whole milliseconds",
                    "must be at least 1ms",
                    value -> isAboveZero(value) && value.compareTo(KnobList.SHORTEST) < 0),
            rule(
                    "duration-not-too-long",
                    "times are counted in nanoseconds, and sums of them must fit",
                    "must be at most " + DurationText.of(LONGEST),
                    value -> value.compareTo(LONGEST) > 0));

    private DurationRules() {}

    private static Rule rule(String name, String reason, String demand, Predicate<Duration> isWrong) {
        return new Rule(name, reason, (rule, scope) -> breaches(rule, scope, KNOBS, demand, isWrong));
    }

    private static List<Breach> zero(Rule rule, Scope scope) {
        List<Knob<Duration>> always =
                KNOBS.stream().filter(knob -> !knob.startsAt(Duration.ZERO)).toList();
        return breaches(rule, scope, always, "must be longer than 0s", Duration::isZero);
    }

    private static boolean isNegative(Duration value) {
        return value.isNegative();
    }

    private static boolean isAboveZero(Duration value) {
        return !value.isNegative() && !value.isZero();
    }

    private static List<Breach> breaches(
            Rule rule, Scope scope, List<Knob<Duration>> knobs, String demand, Predicate<Duration> isWrong) {
        return knobs.stream()
                .filter(knob -> scope.has(knob) && scope.concerns(List.of(knob)) && isWrong.test(scope.get(knob)))
                .map(knob ->
                        Breach.of(rule, scope, demand, List.of(knob), (whole, sound) -> remedies(whole, sound, knob)))
                .toList();
    }

    /** Falls back to plain values where what would be the default is itself too short to be said. */
    private static List<Remedy> remedies(Scope scope, Draft sound, Knob<Duration> knob) {
        List<Remedy> remedies = new ArrayList<>(Breach.byDefault(scope, sound, List.of(knob)));
        remedies.add(Remedy.of(scope, knob, Duration.ofSeconds(1)));
        remedies.add(Remedy.of(scope, knob, KnobList.SHORTEST));
        return remedies;
    }
}
