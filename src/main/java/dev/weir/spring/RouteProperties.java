package dev.weir.spring;

import dev.weir.config.Protocol;
import dev.weir.config.ReusePolicy;
import org.jspecify.annotations.Nullable;

/**
 * What can be set about the routes that match a target.
 *
 * @param target Origin such as https://recs:8443, or a pattern such as https://*.internal
 * @param maxConnections Most connections of each matching origin
 * @param maxIdle Most idle connections kept for each matching origin
 * @param minIdle Idle connections that the pool opens by itself and keeps open. The target must be an origin
 * @param maxInFlight Most exchanges with each matching origin under way. 0 is no limit
 * @param maxPending Most requests that wait for a connection to each matching origin
 * @param timeouts Limits on the time of calls
 * @param keepAlive Limits on the time between uses of a connection
 * @param eviction Limits on the life of connections
 * @param retry Which responses are worth another try
 * @param reuse Which connections may carry a request that is not safe to replay
 * @param protocol Versions of HTTP that connections speak
 * @param proxy Proxy such as http://proxy:3128, or none for direct connections
 * @param ssl Keys and trust
 */
record RouteProperties(
        @Nullable String target,
        @Nullable Integer maxConnections,
        @Nullable Integer maxIdle,
        @Nullable Integer minIdle,
        @Nullable Integer maxInFlight,
        @Nullable Integer maxPending,
        @Nullable TimeoutProperties timeouts,
        @Nullable KeepAliveProperties keepAlive,
        @Nullable EvictionProperties eviction,
        @Nullable RetryProperties retry,
        @Nullable ReusePolicy reuse,
        @Nullable Protocol protocol,
        @Nullable String proxy,
        @Nullable RouteSslProperties ssl) {}
