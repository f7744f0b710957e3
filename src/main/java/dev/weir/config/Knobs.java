package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** Every knob there is. Those of a group are declared in its record, those of the pool itself here. */
final class Knobs {
    static final Knob<Integer> MAX_TOTAL = Knob.count("maxTotal", 1, 100);
    static final Knob<Integer> MAX_PER_ROUTE = Knob.count("maxPerRoute", "maxConnections", 1, 20);
    static final Knob<Integer> MAX_IDLE = Knob.count("maxIdlePerRoute", "maxIdle", 0, null);

    /** Of routes alone: a pool as a whole has no origin to connect to. */
    static final Knob<Integer> MIN_IDLE = Knob.count("route.minIdle", "minIdle", 0, 0);

    static final Knob<Integer> MAX_IDLE_IN_ALL = Knob.count("maxIdle", "pool.maxIdle", 0, 0);
    static final Knob<Integer> MAX_IN_FLIGHT = Knob.count("maxInFlight", 0, 0);
    static final Knob<Integer> MAX_PENDING = Knob.count("maxPending", 0, 1_000);

    static final Knob<ReusePolicy> REUSE = Knob.of("reuse", ReusePolicy.ALWAYS);
    static final Knob<Duration> LEAK_DETECTION = Knob.timeOrOff("leakDetection", Duration.ZERO);
    static final Knob<Boolean> PATHS_IN_REPORTS = Knob.of("pathsInReports", true);
    static final Knob<Duration> SLOW_REQUESTS = Knob.timeOrOff("slowRequests", Duration.ZERO);
    static final Knob<Protocol> PROTOCOL = Knob.of("protocol", null);
    static final Knob<String> PROXY = Knob.of("proxy", null);
    static final Knob<List<String>> NO_PROXY = Knob.of("noProxy", List.of());
    static final Knob<Boolean> REDIRECTS = Knob.of("redirects", true);
    static final Knob<Boolean> COOKIES = Knob.of("cookies", false);
    static final Knob<Boolean> CONNECTION_STATE = Knob.of("connectionState", false);
    static final Knob<SocketConfig> SOCKET_CONFIG = Knob.of("socketConfig", null);
    static final Knob<Http1Config> HTTP1_CONFIG = Knob.of("http1Config", null);
    static final Knob<H2Config> HTTP2_CONFIG = Knob.of("http2Config", null);
    static final Knob<IOReactorConfig> REACTOR_CONFIG = Knob.of("reactorConfig", null);

    /** In the order in which they are shown. */
    static final List<Knob<?>> ALL = all(
            List.of(MAX_TOTAL, MAX_PER_ROUTE, MAX_IDLE, MIN_IDLE, MAX_IDLE_IN_ALL, MAX_IN_FLIGHT, MAX_PENDING),
            Timeouts.KNOBS,
            KeepAlive.KNOBS,
            Eviction.KNOBS,
            Dns.KNOBS,
            Dialing.KNOBS,
            List.of(REUSE, LEAK_DETECTION, PATHS_IN_REPORTS, SLOW_REQUESTS, PROTOCOL, PROXY, NO_PROXY),
            List.of(REDIRECTS, COOKIES, CONNECTION_STATE),
            List.of(SOCKET_CONFIG, HTTP1_CONFIG, HTTP2_CONFIG, REACTOR_CONFIG),
            Retry.KNOBS,
            Tls.KNOBS,
            List.of(Tls.HANDSHAKE));

    static final Knob<SSLContext> SSL_CONTEXT = Knob.of("sslContext", null);
    static final Knob<Object> TLS_STRATEGY = Knob.of("tlsStrategy", null);
    static final Knob<Object> ASYNC_TLS_STRATEGY = Knob.of("asyncTlsStrategy", null);
    static final Knob<Object> CUSTOMIZE_CLIENT = Knob.of("customizeClient", null);
    static final Knob<Object> CUSTOMIZE_ASYNC_CLIENT = Knob.of("customizeAsyncClient", null);
    static final Knob<Object> PROXY_CREDENTIALS = Knob.of("proxyCredentials", null);

    /** What a pool is built with beside its settings, and keeps: no part of a configuration, but checked with it. */
    static final List<Knob<?>> OBJECTS = List.of(
            SSL_CONTEXT, TLS_STRATEGY, ASYNC_TLS_STRATEGY, CUSTOMIZE_CLIENT, CUSTOMIZE_ASYNC_CLIENT, PROXY_CREDENTIALS);

    private Knobs() {}

    @SafeVarargs
    private static List<Knob<?>> all(List<? extends Knob<?>>... groups) {
        List<Knob<?>> all = new ArrayList<>();
        for (List<? extends Knob<?>> group : groups) {
            all.addAll(group);
        }
        return List.copyOf(all);
    }

    /** Returns the one that has a name: where one speaks of a route, that of a route, or else that of the pool. */
    static Knob<?> named(String name, boolean isRoute) {
        for (boolean ofRoute : List.of(isRoute, !isRoute)) {
            for (Knob<?> knob : ALL) {
                if (knob.name(ofRoute).equals(name)) {
                    return knob;
                }
            }
        }
        String end = "." + name.toLowerCase(Locale.ROOT);
        String meant = ALL.stream()
                .map(Knob::toString)
                .filter(each -> ("." + each.toLowerCase(Locale.ROOT)).endsWith(end))
                .collect(Collectors.joining(" or "));
        throw new IllegalArgumentException(
                "there is no knob " + name + (meant.isEmpty() ? "" : "; did you mean " + meant + "?"));
    }
}
