package dev.weir.config;

import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The proxies of route rules, the most specific rule first. Immutable. */
final class RouteProxies {

    /** What a rule says whose origins are connected to directly. */
    static final String NONE = "none";

    private final List<RouteRule> rules;

    RouteProxies(List<RouteRule> rules) {
        this.rules = rules.stream()
                .filter(rule -> rule.values().has(PoolKnobs.PROXY))
                .sorted(Comparator.comparingInt(RouteRule::specificity).reversed())
                .toList();
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /** The rule that decides for an origin. */
    Optional<RouteRule> rule(String scheme, String host, int port) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return Target.parse(scheme + "://" + name + (port < 0 ? "" : ":" + port))
                .flatMap(origin ->
                        rules.stream().filter(rule -> rule.matches(origin)).findFirst());
    }

    /** What a rule says: no proxy, or which. */
    static Optional<URI> proxy(RouteRule rule) {
        return Optional.of(rule.values().get(PoolKnobs.PROXY))
                .filter(proxy -> !proxy.equals(NONE))
                .map(URI::create);
    }
}
