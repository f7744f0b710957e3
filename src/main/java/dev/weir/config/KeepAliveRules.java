package dev.weir.config;

import java.time.Duration;
import java.util.List;

/** How long a connection may idle, against when its server closes it. */
final class KeepAliveRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "margin-below-server-idle",
                    "with a margin as long as serverIdle no connection could be kept",
                    (rule, scope) -> Order.below(rule, scope, KeepAlive.MARGIN, KeepAlive.SERVER_IDLE, Duration.ZERO)),
            new Rule(
                    "keep-alive-below-server-idle",
                    "the client must be the first to close, else a request meets a connection that the server has closed",
                    KeepAliveRules::max));

    private KeepAliveRules() {}

    private static List<Breach> max(Rule rule, Scope scope) {
        Duration margin = scope.find(KeepAlive.MARGIN);
        Duration serverIdle = scope.find(KeepAlive.SERVER_IDLE);
        Duration max = scope.findOn(KeepAlive.MAX);
        if (margin == null) {
            return Order.below(rule, scope, KeepAlive.MAX, KeepAlive.SERVER_IDLE, Duration.ZERO);
        }
        List<Knob<Duration>> knobs = List.of(KeepAlive.MAX, KeepAlive.SERVER_IDLE, KeepAlive.MARGIN);
        if (serverIdle == null || max == null || margin.compareTo(serverIdle) >= 0 || !scope.concerns(knobs)) {
            return List.of();
        }
        Duration most = serverIdle.minus(margin);
        return max.compareTo(most) <= 0 ? List.of() : List.of(breach(rule, scope, most));
    }

    private static Breach breach(Rule rule, Scope scope, Duration most) {
        String demand = "must be at most " + DurationText.of(most) + ", which is "
                + scope.name(KeepAlive.SERVER_IDLE) + " (" + scope.text(KeepAlive.SERVER_IDLE) + ") less "
                + scope.name(KeepAlive.MARGIN) + " (" + scope.text(KeepAlive.MARGIN) + ")";
        return Breach.of(rule, scope, demand, KeepAlive.MAX, KeepAlive.SERVER_IDLE, KeepAlive.MARGIN);
    }
}
