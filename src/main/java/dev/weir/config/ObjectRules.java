package dev.weir.config;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What has no effect: beside the objects that a pool is built with, without others, or in the other kind of pool. */
final class ObjectRules {
    private static final String TLS_STRATEGY = "tlsStrategy";
    private static final String ASYNC_TLS_STRATEGY = "asyncTlsStrategy";
    private static final String CONNECTION_FACTORY = "connectionFactory";
    private static final String PROXY_CREDENTIALS = "proxyCredentials";

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

    private static final List<Knob<?>> KNOBS_OF_ASYNC = List.of(Knobs.HTTP2_CONFIG, Knobs.REACTOR_CONFIG);

    private ObjectRules() {}

    private static boolean isStrict(Scope scope) {
        return scope.isPool() && scope.draft().names() == null;
    }

    static void checkBesideOthers(Judge judge) {
        Scope scope = judge.scope();
        Draft draft = scope.draft();
        if (isStrict(scope)) {
            String strategy = draft.isAsync() ? ASYNC_TLS_STRATEGY : TLS_STRATEGY;
            if (draft.has(strategy)) {
                leftTo(
                        judge,
                        Rule.TLS_STRATEGY_DECIDES,
                        strategy,
                        Tls.PROTOCOLS,
                        Tls.CIPHER_SUITES,
                        Tls.HOSTNAME_VERIFIER);
                if (draft.has(Draft.SSL_CONTEXT)) {
                    byObject(
                            judge,
                            Rule.TLS_STRATEGY_DECIDES,
                            Draft.SSL_CONTEXT,
                            demand(draft, strategy),
                            Judge.LEAVING_IT_OUT);
                }
            }
            if (draft.has(CONNECTION_FACTORY) && !draft.isAsync()) {
                leftTo(judge, Rule.CONNECTION_FACTORY_DECIDES, CONNECTION_FACTORY, Knobs.HTTP1_CONFIG);
            }
        }
        if (isStrict(scope) && draft.has(PROXY_CREDENTIALS)) {
            credentials(judge);
        }
    }

    private static void leftTo(Judge judge, Rule rule, String object, Knob<?>... knobs) {
        for (Knob<?> knob : knobs) {
            if (judge.scope().has(knob) && judge.scope().concerns(knob)) {
                judge.breach(rule, demand(judge.scope().draft(), object), Judge.LEAVING_IT_OUT, knob);
            }
        }
    }

    private static void byObject(Judge judge, Rule rule, String object, String demand, String suggestion) {
        String text = judge.scope().draft().text(object);
        judge.breach(rule, object, text, text, demand, suggestion);
    }

    private static String demand(Draft draft, String object) {
        return "must be left to " + object + " (" + draft.text(object) + ")";
    }

    private static void credentials(Judge judge) {
        Scope scope = judge.scope();
        String proxy = scope.find(Knobs.PROXY);
        if (proxy == null || ProxyRules.address(proxy).isEmpty() || ProxyRules.isSocks(proxy)) {
            String was = "set " + (proxy == null ? "without one" : "for " + scope.quoted(Knobs.PROXY));
            judge.breach(
                    Rule.PROXY_CREDENTIALS_NEED_PROXY,
                    PROXY_CREDENTIALS,
                    was,
                    was,
                    "needs an http or https proxy",
                    scope.suggestion(Knobs.PROXY, "http://proxy:3128"));
        }
    }

    /** What only the other kind of pool uses. */
    static void checkKind(Judge judge) {
        Scope scope = judge.scope();
        if (!isStrict(scope)) {
            return;
        }
        boolean isAsync = scope.draft().isAsync();
        Rule rule = isAsync ? Rule.FOR_BLOCKING_POOLS : Rule.FOR_ASYNCHRONOUS_POOLS;
        String demand = isAsync ? "needs a blocking pool" : "needs an asynchronous pool";
        if (isAsync && scope.has(Knobs.SOCKET_CONFIG)) {
            judge.breach(rule, demand, "reactorConfig(...)", Knobs.SOCKET_CONFIG);
        }
        for (Knob<?> knob : isAsync ? List.<Knob<?>>of() : KNOBS_OF_ASYNC) {
            if (scope.has(knob)) {
                judge.breach(rule, demand, isForBlocking(scope) ? Judge.LEAVING_IT_OUT : "buildAsync()", knob);
            }
        }
        Map<String, String> counterparts = isAsync ? OF_BLOCKING : OF_ASYNC;
        new TreeMap<>(counterparts).forEach((object, counterpart) -> {
            if (scope.draft().has(object)) {
                byObject(judge, rule, object, demand, counterpart);
            }
        });
    }

    private static boolean isForBlocking(Scope scope) {
        return scope.has(Knobs.SOCKET_CONFIG) || OF_BLOCKING.keySet().stream().anyMatch(scope.draft()::has);
    }
}
