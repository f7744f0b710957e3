package dev.weir.config;

import java.time.Duration;
import java.util.List;

/** How the lifetimes of connections relate, to each other and to the DNS cache. */
final class EvictionRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "validate-after-below-idle",
                    "a connection that is closed before it is due for a check is never checked",
                    (rule, scope) -> Order.below(rule, scope, Eviction.VALIDATE_AFTER, Eviction.IDLE, Duration.ZERO)),
            new Rule(
                    "validate-after-below-max-lifetime",
                    "a connection that is closed before it is due for a check is never checked",
                    (rule, scope) -> scope.has(Eviction.IDLE)
                            ? List.of()
                            : Order.below(rule, scope, Eviction.VALIDATE_AFTER, Eviction.MAX_LIFETIME, Duration.ZERO)),
            new Rule(
                    "idle-within-max-lifetime",
                    "no connection can idle for longer than it lives",
                    (rule, scope) -> Order.within(rule, scope, Eviction.IDLE, Eviction.MAX_LIFETIME)),
            new Rule(
                    "dns-ttl-within-max-lifetime",
                    "a new connection must not be opened to an address older than the connections it replaces",
                    (rule, scope) -> Order.within(rule, scope, Dns.TTL, Eviction.MAX_LIFETIME)));

    private EvictionRules() {}
}
