package dev.weir.spring;

import dev.weir.config.Protocol;
import dev.weir.config.ReusePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set about a pool.
 *
 * @param maxTotal Most connections over all routes
 * @param maxPerRoute Most connections of a route without a limit of its own
 * @param maxIdlePerRoute Most idle connections kept per route
 * @param maxIdle Most idle connections kept over all routes. 0 is no limit
 * @param maxInFlight Most exchanges under way over all routes. 0 is no limit
 * @param maxInFlightPerRoute Most exchanges under way per route. 0 is no limit
 * @param maxPending Most requests that wait for a connection per route. With 0 a request fails at once
 *     if no connection is free
 * @param timeouts Limits on the time of calls
 * @param keepAlive Limits on the time between uses of a connection
 * @param eviction Limits on the life of connections
 * @param dns How long DNS answers are used
 * @param dialing How connections are opened
 * @param http2 How exchanges share connections, where the pool speaks HTTP/2
 * @param retry Which responses are worth another try
 * @param reuse Which connections may carry a request that is not safe to replay
 * @param leakDetection Time without a byte after which a connection in use is reported as a leak. 0 switches it off
 * @param pathsInReports Whether errors, log lines and leak reports show the paths of requests
 * @param slowRequests Time after which a call is logged, with where its time went. 0 switches it off
 * @param protocol Versions of HTTP that the pool speaks
 * @param proxy Proxy for all requests except those to no-proxy, such as http://proxy:3128
 * @param noProxy Targets to connect to directly, such as *.internal, 10.0.0.0/8 or recs:8443; no name is looked up for
 *     addresses
 * @param proxyCredentials What a proxy is answered that asks who wants to pass
 * @param warmUp Connections that are opened when the application starts
 * @param ssl Keys and trust
 * @param customizer Name of a bean of type HttpPoolCustomizer for this pool alone
 * @param routes Settings of single routes, by a nickname of your choice
 */
record PoolProperties(
        @Nullable Integer maxTotal,
        @Nullable Integer maxPerRoute,
        @Nullable Integer maxIdlePerRoute,
        @Nullable Integer maxIdle,
        @Nullable Integer maxInFlight,
        @Nullable Integer maxInFlightPerRoute,
        @Nullable Integer maxPending,
        @Nullable TimeoutProperties timeouts,
        @Nullable KeepAliveProperties keepAlive,
        @Nullable EvictionProperties eviction,
        @Nullable DnsProperties dns,
        @Nullable DialingProperties dialing,
        @Nullable Http2Properties http2,
        @Nullable RetryProperties retry,
        @Nullable ReusePolicy reuse,
        @Nullable Duration leakDetection,
        @Nullable Boolean pathsInReports,
        @Nullable Duration slowRequests,
        @Nullable Protocol protocol,
        @Nullable String proxy,
        @Nullable List<String> noProxy,
        @Nullable ProxyCredentialsProperties proxyCredentials,
        @Nullable WarmUpProperties warmUp,
        @Nullable PoolSslProperties ssl,
        @Nullable String customizer,
        @DefaultValue Map<String, RouteProperties> routes) {

    /** Nothing set. */
    static final PoolProperties NONE = new PoolProperties(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, Map.of());

    PoolProperties {
        routes = Map.copyOf(routes);
    }
}
