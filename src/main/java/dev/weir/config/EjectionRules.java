package dev.weir.config;

import java.util.List;

/** How the times of an ejection relate. */
final class EjectionRules {
    static final List<Rule> ALL = List.of(new Rule(
            "ejection-time-within-max-time",
            "an address that fails again is ejected for longer, from time up to maxTime",
            (rule, scope) -> Order.within(rule, scope, Ejection.TIME, Ejection.MAX_TIME)));

    private EjectionRules() {}
}
