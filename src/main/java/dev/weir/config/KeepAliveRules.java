package dev.weir.config;

import java.time.Duration;
import java.util.List;

/** How long a connection may idle, against when its server closes it. */
final class KeepAliveRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "margin-below-server-idle",
                    "with a margin as long as the server's patience no connection could be kept",
                    (rule, scope) -> Order.below(rule, scope, Knobs.MARGIN, Knobs.SERVER_IDLE, Duration.ZERO)),
            new Rule(
                    "keep-alive-below-server-idle",
                    "the client must be the first to close, else a request meets a connection that the server has closed",
                    KeepAliveRules::max));

    private KeepAliveRules() {}

    private static List<Breach> max(Rule rule, Scope scope) {
        Duration margin = scope.find(Knobs.MARGIN);
        Duration serverIdle = scope.find(Knobs.SERVER_IDLE);
        Duration max = scope.findOn(Knobs.KEEP_ALIVE_MAX);
        if (margin == null) {
            return Order.below(rule, scope, Knobs.KEEP_ALIVE_MAX, Knobs.SERVER_IDLE, Duration.ZERO);
        }
        List<Knob<Duration>> knobs = List.of(Knobs.KEEP_ALIVE_MAX, Knobs.SERVER_IDLE, Knobs.MARGIN);
        if (serverIdle == null || max == null || margin.compareTo(serverIdle) >= 0 || !scope.concerns(knobs)) {
            return List.of();
        }
        Duration most = serverIdle.minus(margin);
        return max.compareTo(most) <= 0 ? List.of() : List.of(breach(rule, scope, most));
    }

    private static Breach breach(Rule rule, Scope scope, Duration most) {
        String demand = "must be at most " + DurationText.of(most) + ", which is "
                + scope.name(Knobs.SERVER_IDLE) + " (" + scope.text(Knobs.SERVER_IDLE) + ") less "
                + scope.name(Knobs.MARGIN) + " (" + scope.text(Knobs.MARGIN) + ")";
        return Breach.of(rule, scope, demand, Knobs.KEEP_ALIVE_MAX, Knobs.SERVER_IDLE, Knobs.MARGIN);
    }
}
