package dev.weir.config;

import java.time.Duration;
import java.util.List;

/** How leak detection relates to timeouts. */
final class LeakRules {

    static final List<Rule> ALL = List.of(new Rule(
            "leak-detection-not-below-read",
            "a caller may wait that long for the next byte, and would be reported as a leak meanwhile",
            LeakRules::read));

    private LeakRules() {}

    private static List<Breach> read(Rule rule, Scope scope) {
        Duration threshold = scope.findOn(PoolKnobs.LEAK_DETECTION);
        Duration read = scope.findOn(Timeouts.READ);
        List<Knob<?>> knobs = List.of(PoolKnobs.LEAK_DETECTION, Timeouts.READ);
        if (threshold == null || read == null || threshold.compareTo(read) >= 0 || !scope.concerns(knobs)) {
            return List.of();
        }
        String demand =
                "must not be shorter than " + scope.name(Timeouts.READ) + " (" + scope.text(Timeouts.READ) + ")";
        return List.of(Breach.of(
                rule,
                scope,
                demand,
                knobs,
                (whole, sound) -> List.of(Remedy.of(whole, PoolKnobs.LEAK_DETECTION, whole.get(Timeouts.READ)))));
    }
}
