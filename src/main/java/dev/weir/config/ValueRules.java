package dev.weir.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** What single values other than durations must keep to. */
final class ValueRules {
    private static final List<Knob<Integer>> COUNTS = Knobs.of(Integer.class);
    private static final double MOST_RETRIES_PER_REQUEST = 10;

    static final List<Rule> ALL = List.of(
            rule(
                    "count-at-least-one",
                    "with 0 nothing could ever be sent",
                    COUNTS.stream().filter(knob -> knob.startsAt(1)).toList(),
                    "must be at least 1",
                    n -> n < 1,
                    n -> 1),
            rule(
                    "count-not-negative",
                    "it is a number of connections, callers or requests",
                    COUNTS.stream().filter(knob -> knob.startsAt(0)).toList(),
                    "must be at least 0",
                    n -> n < 0,
                    n -> 0),
            rule(
                    "jitter-is-a-share",
                    "jitter is the share of maxLifetime by which a connection may end early",
                    List.of(Eviction.JITTER),
                    "must be at least 0 and below 1",
                    jitter -> !(jitter >= 0 && jitter < 1),
                    jitter -> Eviction.DEFAULT_JITTER),
            rule(
                    "retry-status-is-an-error",
                    "only an error response is worth a retry",
                    List.of(Retry.STATUSES),
                    "must be statuses from 400 to 599",
                    statuses -> !statuses.stream().allMatch(ValueRules::isError),
                    ValueRules::errors),
            rule(
                    "retry-budget-is-a-share",
                    "it is the share of requests that may be sent again, not a number or a percentage of them",
                    List.of(Retry.BUDGET),
                    "must be at least 0 and at most 10",
                    budget -> !(budget >= 0 && budget <= MOST_RETRIES_PER_REQUEST),
                    budget -> Retry.DEFAULT_BUDGET),
            new Rule(
                    "proxy-address",
                    "the proxy is reached at a host and a port, and credentials belong to a credentials provider",
                    ValueRules::proxy),
            rule(
                    "tls-names-not-blank",
                    "a blank name is no name that TLS knows",
                    List.of(Tls.PROTOCOLS),
                    "must not contain a blank name",
                    ValueRules::hasBlank,
                    names -> withoutBlank(names, "TLSv1.3")),
            rule(
                    "cipher-names-not-blank",
                    "a blank name is no name that TLS knows",
                    List.of(Tls.CIPHER_SUITES),
                    "must not contain a blank name",
                    ValueRules::hasBlank,
                    names -> withoutBlank(names, "TLS_AES_128_GCM_SHA256")),
            new Rule(
                    "protocol-of-blocking-pool",
                    "build() speaks HTTP/1.1, and buildAsync().blockingClient() gives HTTP/2 to blocking code",
                    ValueRules::protocol));

    private ValueRules() {}

    private static <T> Rule rule(
            String name,
            String reason,
            List<Knob<T>> knobs,
            String demand,
            Predicate<T> isWrong,
            Function<T, T> passing) {
        return new Rule(
                name,
                reason,
                (rule, scope) -> knobs.stream()
                        .filter(knob ->
                                scope.has(knob) && scope.concerns(List.of(knob)) && isWrong.test(scope.get(knob)))
                        .map(knob -> breach(rule, scope, demand, knob, passing))
                        .toList());
    }

    private static <T> Breach breach(Rule rule, Scope scope, String demand, Knob<T> knob, Function<T, T> passing) {
        return Breach.of(rule, scope, demand, List.of(knob), (whole, sound) -> {
            List<Remedy> remedies = new ArrayList<>();
            if (knob.isNumber()) {
                remedies.addAll(Breach.byDefault(whole, sound, List.of(knob)));
            }
            remedies.add(Remedy.of(whole, knob, passing.apply(scope.get(knob))));
            return remedies;
        });
    }

    private static boolean isError(int status) {
        return status >= 400 && status <= 599;
    }

    private static Set<Integer> errors(Set<Integer> statuses) {
        Set<Integer> errors = new TreeSet<>(statuses);
        errors.removeIf(status -> !isError(status));
        return errors.isEmpty() ? Set.of(503) : Set.copyOf(errors);
    }

    private static boolean hasBlank(List<String> names) {
        return names.stream().anyMatch(String::isBlank);
    }

    private static List<String> withoutBlank(List<String> names, String sample) {
        List<String> rest = names.stream().filter(name -> !name.isBlank()).toList();
        return rest.isEmpty() ? List.of(sample) : rest;
    }

    private static List<Breach> proxy(Rule rule, Scope scope) {
        String proxy = scope.find(PoolKnobs.PROXY);
        boolean mayBeNone = scope.isFromRoute(PoolKnobs.PROXY);
        if (proxy == null
                || !scope.concerns(List.of(PoolKnobs.PROXY))
                || ProxyAddress.parse(proxy).isPresent()
                || (mayBeNone && proxy.equals(RouteProxies.NONE))) {
            return List.of();
        }
        String demand = "must be http, https or socks://host:port without user info and path"
                + (mayBeNone ? ", or " + RouteProxies.NONE : "");
        return List.of(breach(rule, scope, demand, PoolKnobs.PROXY, ProxyAddress::guess));
    }

    private static List<Breach> protocol(Rule rule, Scope scope) {
        Transport transport = scope.draft().transport();
        return Optional.ofNullable(scope.find(PoolKnobs.PROTOCOL))
                .filter(protocol -> scope.concerns(List.of(PoolKnobs.PROTOCOL)) && !transport.speaks(protocol))
                .map(protocol -> List.of(Breach.of(rule, scope, "must be " + transport.usual(), PoolKnobs.PROTOCOL)))
                .orElse(List.of());
    }
}
