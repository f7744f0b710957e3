package dev.weir.spring;

import dev.weir.config.PoolConfig;
import dev.weir.config.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Tells which timeouts of a pool are out of order because Boot's properties, which leave defaults alone, say so. Pure. */
final class BrokenOrder {

    private BrokenOrder() {}

    /**
     * Looks at the timeouts in force.
     *
     * @param config what is in force
     * @param names how settings are called
     * @return a clause for each pair that is out of order; empty if there is none, or the order was lifted
     */
    static List<String> of(PoolConfig config, UnaryOperator<String> names) {
        Timeouts times = config.timeouts();
        if (times.isUnordered()) {
            return List.of();
        }
        return Stream.of(
                        pair(times.poolWait(), times.connect(), "timeouts.poolWait", "timeouts.connect"),
                        pair(times.connect(), times.read(), "timeouts.connect", "timeouts.read"))
                .filter(Pair::isBroken)
                .map(pair -> pair.in(config, names))
                .toList();
    }

    private static Pair pair(Duration lower, Duration upper, String lowerKnob, String upperKnob) {
        return new Pair(lower, upper, lowerKnob, upperKnob);
    }

    private record Pair(Duration lower, Duration upper, String lowerKnob, String upperKnob) {

        /** Zero is no limit. */
        boolean isBroken() {
            return !upper.isZero() && lower.compareTo(upper) >= 0;
        }

        String in(PoolConfig config, UnaryOperator<String> names) {
            return described(lowerKnob, config, names) + " is not shorter than " + described(upperKnob, config, names);
        }

        private static String described(String knob, PoolConfig config, UnaryOperator<String> names) {
            return names.apply(knob) + " (" + config.effective().setting(knob).value() + ")";
        }
    }
}
