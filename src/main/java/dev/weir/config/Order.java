package dev.weir.config;

import java.time.Duration;
import java.util.List;

/** Compares two durations that are both explicit and on. */
final class Order {
    private Order() {}

    /** A breach unless the lower knob is shorter than the upper, with this much room between them. */
    static List<Breach> below(Rule rule, Scope scope, Knob<Duration> lower, Knob<Duration> upper, Duration room) {
        Duration low = scope.findOn(lower);
        Duration high = scope.findOn(upper);
        if (low == null || high == null || isBelow(low, high, room)) {
            return List.of();
        }
        String by = room.isZero() ? "" : "by " + DurationText.of(room) + " at least ";
        return breach(rule, scope, "must be shorter " + by + "than ", lower, upper);
    }

    /** A breach unless the lower knob is no longer than the upper. */
    static List<Breach> within(Rule rule, Scope scope, Knob<Duration> lower, Knob<Duration> upper) {
        Duration low = scope.findOn(lower);
        Duration high = scope.findOn(upper);
        return low == null || high == null || low.compareTo(high) <= 0
                ? List.of()
                : breach(rule, scope, "must not be longer than ", lower, upper);
    }

    private static boolean isBelow(Duration low, Duration high, Duration room) {
        return room.isZero() ? low.compareTo(high) < 0 : low.plus(room).compareTo(high) <= 0;
    }

    /** Who asked for a long read wants a longer total, rather than less of what was asked for. */
    private static List<Knob<?>> inOrderOfUse(Knob<Duration> lower, Knob<Duration> upper) {
        return upper == Timeouts.TOTAL ? List.of(upper, lower) : List.of(lower, upper);
    }

    private static List<Breach> breach(
            Rule rule, Scope scope, String demand, Knob<Duration> lower, Knob<Duration> upper) {
        return scope.concerns(List.of(lower, upper))
                ? List.of(Breach.of(
                        rule,
                        scope,
                        demand + scope.name(upper) + " (" + scope.text(upper) + ")",
                        List.of(lower, upper),
                        (whole, sound) -> Breach.byDefault(whole, sound, inOrderOfUse(lower, upper))))
                : List.of();
    }
}
