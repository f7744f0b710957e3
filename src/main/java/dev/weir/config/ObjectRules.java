package dev.weir.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What has no effect: beside the objects that a pool is built with, without others, or in the other kind of pool. */
final class ObjectRules {
    private static final String TLS_STRATEGY = "tlsStrategy";
    private static final String ASYNC_TLS_STRATEGY = "asyncTlsStrategy";
    private static final String CONNECTION_FACTORY = "connectionFactory";
    private static final String PROXY_CREDENTIALS = "proxyCredentials";
    private static final String PROXY_SELECTOR = "proxySelector";

    /** A builder that a framework fills for both kinds of pools, so that each passes over what is for the other. */
    private static final String FRAMEWORK = "framework";

    /** What only asynchronous pools use, and what blocking ones use in its place. */
    private static final Map<String, String> OF_ASYNC =
            Map.of(ASYNC_TLS_STRATEGY, "tlsStrategy(...)", "customizeAsyncClient", "customizeClient(...)");

    /** What only blocking pools use, and what asynchronous ones use in its place. */
    private static final Map<String, String> OF_BLOCKING = Map.of(
            TLS_STRATEGY,
            "asyncTlsStrategy(...)",
            "customizeClient",
            "customizeAsyncClient(...)",
            CONNECTION_FACTORY,
            "http1Config(...)");

    static final List<Rule> BESIDE_OTHERS = List.of(
            new Rule(
                    "tls-strategy-decides",
                    "the strategy makes the TLS connections, with protocols, keys and checks of its own",
                    ObjectRules::besideStrategy),
            new Rule(
                    "connection-factory-decides",
                    "the factory makes the connections, with limits and buffers of its own",
                    scope -> isStrict(scope)
                                    && scope.draft().has(CONNECTION_FACTORY)
                                    && !scope.draft().isAsync()
                            ? leftTo(CONNECTION_FACTORY, scope, List.of(Knobs.HTTP1_CONFIG))
                            : Stream.empty()),
            new Rule(
                    "proxy-selector-decides",
                    "the selector determines the proxy of each target",
                    scope -> scope.draft().has(PROXY_SELECTOR)
                            ? leftTo(PROXY_SELECTOR, scope, List.of(Knobs.PROXY, Knobs.NO_PROXY))
                            : Stream.empty()),
            new Rule(
                    "proxy-credentials-need-proxy",
                    "only an http or https proxy asks for credentials",
                    ObjectRules::credentials));

    static final List<Rule> ALL = List.of(
            new Rule(
                    "for-asynchronous-pools",
                    "the pools of build() speak HTTP/1.1 in the threads of their callers, and have neither streams nor"
                            + " I/O threads",
                    ObjectRules::async),
            new Rule(
                    "for-blocking-pools",
                    "the pools of buildAsync() have connections and a client of HttpClient's asynchronous kind, also"
                            + " behind blockingClient()",
                    ObjectRules::blocking));

    private ObjectRules() {}

    private static boolean isStrict(Scope scope) {
        return scope.isPool() && !scope.draft().has(FRAMEWORK);
    }

    private static Stream<Breach> besideStrategy(Scope scope) {
        String strategy = scope.draft().isAsync() ? ASYNC_TLS_STRATEGY : TLS_STRATEGY;
        if (!isStrict(scope) || !scope.draft().has(strategy)) {
            return Stream.empty();
        }
        Stream<Breach> context = scope.draft().has(Draft.SSL_CONTEXT)
                ? Stream.of(byObject(scope, Draft.SSL_CONTEXT, demand(scope, strategy), Breach.LEAVING_IT_OUT))
                : Stream.empty();
        return Stream.concat(
                leftTo(strategy, scope, List.of(Tls.PROTOCOLS, Tls.CIPHER_SUITES, Tls.HOSTNAME_VERIFIER)), context);
    }

    private static Stream<Breach> leftTo(String object, Scope scope, List<Knob<?>> knobs) {
        return knobs.stream()
                .filter(knob -> scope.has(knob) && scope.concerns(List.of(knob)))
                .map(knob -> leavingOut(scope, demand(scope, object), knob));
    }

    private static Breach leavingOut(Scope scope, String demand, Knob<?> knob) {
        return Breach.of(scope, demand, List.of(knob), sound -> Breach.LEAVING_IT_OUT);
    }

    private static Breach byObject(Scope scope, String object, String demand, String suggestion) {
        String text = scope.draft().text(object);
        return Breach.by(scope, object, text, text, demand, suggestion);
    }

    private static String demand(Scope scope, String object) {
        return "must be left to " + object + " (" + scope.draft().text(object) + ")";
    }

    private static Stream<Breach> credentials(Scope scope) {
        String proxy = scope.find(Knobs.PROXY);
        boolean isUsed = proxy != null && ProxyRules.address(proxy).isPresent() && !ProxyRules.isSocks(proxy);
        if (!isStrict(scope) || !scope.draft().has(PROXY_CREDENTIALS) || isUsed) {
            return Stream.empty();
        }
        String was = "set " + (proxy == null ? "without one" : "for " + scope.quoted(Knobs.PROXY));
        String suggestion = Rule.suggestion(scope, Knobs.PROXY, "http://proxy:3128");
        return Stream.of(Breach.by(scope, PROXY_CREDENTIALS, was, was, "needs an http or https proxy", suggestion));
    }

    private static Stream<Breach> async(Scope scope) {
        if (!isStrict(scope) || scope.draft().isAsync()) {
            return Stream.empty();
        }
        String demand = "needs an asynchronous pool";
        boolean isForBlocking =
                scope.has(Knobs.SOCKET_CONFIG) || OF_BLOCKING.keySet().stream().anyMatch(scope.draft()::has);
        String suggestion = isForBlocking ? Breach.LEAVING_IT_OUT : "buildAsync()";
        Stream<Breach> knobs = Stream.concat(Http2.KNOBS.stream(), Stream.of(Knobs.HTTP2_CONFIG, Knobs.REACTOR_CONFIG))
                .filter(scope::has)
                .map(knob -> Breach.of(scope, demand, List.of(knob), sound -> suggestion));
        return Stream.concat(knobs, objects(scope, demand, OF_ASYNC));
    }

    private static Stream<Breach> blocking(Scope scope) {
        if (!isStrict(scope) || !scope.draft().isAsync()) {
            return Stream.empty();
        }
        String demand = "needs a blocking pool";
        Stream<Breach> sockets = scope.has(Knobs.SOCKET_CONFIG)
                ? Stream.of(Breach.of(scope, demand, List.of(Knobs.SOCKET_CONFIG), sound -> "reactorConfig(...)"))
                : Stream.empty();
        return Stream.concat(sockets, objects(scope, demand, OF_BLOCKING));
    }

    private static Stream<Breach> objects(Scope scope, String demand, Map<String, String> counterparts) {
        return counterparts.entrySet().stream()
                .filter(each -> scope.draft().has(each.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(each -> byObject(scope, each.getKey(), demand, each.getValue()));
    }
}
