package dev.weir.config;

import java.time.Duration;
import java.util.List;

/** The TLS handshake is a part of connecting. */
final class HandshakeRules {
    private static final String REASON = "the handshake is a part of connecting, and timeouts.connect bounds the whole";

    static final List<Rule> ALL = List.of(
            new Rule(
                    "handshake-within-connect",
                    REASON,
                    (rule, scope) -> Order.within(rule, scope, Tls.HANDSHAKE, Timeouts.CONNECT)),
            new Rule("handshake-below-read", REASON, HandshakeRules::read),
            new Rule("handshake-below-total", REASON, HandshakeRules::total));

    private HandshakeRules() {}

    /** A default connect goes between the handshake and read, where there must be a between. */
    private static List<Breach> read(Rule rule, Scope scope) {
        return scope.has(Timeouts.CONNECT) || scope.isTrue(Timeouts.UNORDERED)
                ? List.of()
                : Order.below(rule, scope, Tls.HANDSHAKE, Timeouts.READ, Duration.ZERO);
    }

    private static List<Breach> total(Rule rule, Scope scope) {
        boolean isCovered = scope.has(Timeouts.CONNECT) || scope.findOn(Timeouts.READ) != null;
        return isCovered || scope.isTrue(Timeouts.UNORDERED)
                ? List.of()
                : Order.below(rule, scope, Tls.HANDSHAKE, Timeouts.TOTAL, Duration.ZERO);
    }
}
