package dev.weir.spring;

import dev.weir.config.Protocol;
import dev.weir.config.ReusePolicy;
import dev.weir.config.Spread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set about the pools of an application. What is not set is null.
 *
 * @param enabled Whether clients run on pools
 * @param defaults Settings of every pool that does not set them itself
 * @param pools Settings of single pools by name
 * @param jvmDns Times for which the JVM itself remembers the answers of DNS
 * @param metrics Meters of the pools
 */
@ConfigurationProperties(prefix = "weir", ignoreUnknownFields = false)
record WeirProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable Pool defaults,
        @DefaultValue Map<String, Pool> pools,
        @DefaultValue JvmDns jvmDns,
        @DefaultValue Metrics metrics) {

    /**
     * Settings of a pool.
     *
     * @param maxTotal Most connections over all routes
     * @param maxPerRoute Most connections of a route without a limit of its own
     * @param maxIdlePerRoute Most idle connections kept per route
     * @param maxIdle Most idle connections kept over all routes. 0 is no limit
     * @param maxInFlight Most exchanges under way per route. 0 is no limit
     * @param maxPending Most requests that wait for a connection per route. With 0 a request fails at once if no connection
     *     is free
     * @param timeouts Limits on the time of calls
     * @param keepAlive Limits on the time between uses of a connection
     * @param eviction Limits on the life of connections
     * @param dns How long DNS answers are used
     * @param dialing How connections are opened
     * @param retry Which responses are worth another try
     * @param reuse Which connections may carry a request that is not safe to replay
     * @param leakDetection Time without a byte after which a connection in use is reported as a leak. 0 switches it off
     * @param pathsInReports Whether errors, log lines and leak reports show the paths of requests
     * @param slowRequests Time after which a call is logged, with where its time went. 0 switches it off
     * @param protocol Versions of HTTP that the pool speaks
     * @param proxy Proxy for all requests except those to no-proxy, such as http://proxy:3128
     * @param noProxy Targets to connect to directly, such as *.internal, 10.0.0.0/8 or recs:8443
     * @param ssl Keys and trusted certificates
     * @param routes Settings of single routes, by a nickname of your choice
     */
    record Pool(
            @Nullable Integer maxTotal,
            @Nullable Integer maxPerRoute,
            @Nullable Integer maxIdlePerRoute,
            @Nullable Integer maxIdle,
            @Nullable Integer maxInFlight,
            @Nullable Integer maxPending,
            @Nullable Timeouts timeouts,
            @Nullable KeepAlive keepAlive,
            @Nullable Eviction eviction,
            @Nullable Dns dns,
            @Nullable Dialing dialing,
            @Nullable Retry retry,
            @Nullable ReusePolicy reuse,
            @Nullable Duration leakDetection,
            @Nullable Boolean pathsInReports,
            @Nullable Duration slowRequests,
            @Nullable Protocol protocol,
            @Nullable String proxy,
            @Nullable List<String> noProxy,
            @DefaultValue Ssl ssl,
            @DefaultValue Map<String, Route> routes) {}

    /**
     * Settings of the routes that match a target.
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
     * @param ssl Keys and trusted certificates
     */
    record Route(
            @Nullable String target,
            @Nullable Integer maxConnections,
            @Nullable Integer maxIdle,
            @Nullable Integer minIdle,
            @Nullable Integer maxInFlight,
            @Nullable Integer maxPending,
            @Nullable Timeouts timeouts,
            @Nullable KeepAlive keepAlive,
            @Nullable Eviction eviction,
            @Nullable Retry retry,
            @Nullable ReusePolicy reuse,
            @Nullable Protocol protocol,
            @Nullable String proxy,
            @DefaultValue Ssl ssl) {}

    /**
     * Limits on the time of calls.
     *
     * @param poolWait Longest wait for a connection from the pool
     * @param connect Longest time to open a connection, with DNS and TLS
     * @param read Longest silence between two bytes of a response. 0 is no limit
     * @param total Longest time of a call, from the queue to the last byte. 0 is no limit
     * @param unordered Whether these may contradict each other
     */
    record Timeouts(
            @Nullable Duration poolWait,
            @Nullable Duration connect,
            @Nullable Duration read,
            @Nullable Duration total,
            @Nullable Boolean unordered) {}

    /**
     * Limits on the time between uses of a connection.
     *
     * @param serverIdle Idle time that servers are assumed to allow unless they state one
     * @param max Longest idle time of a connection. 0 is no reuse
     * @param margin How much earlier than the server the pool closes an idle connection
     * @param learn Whether the pool learns how long a server really keeps idle connections
     */
    record KeepAlive(
            @Nullable Duration serverIdle,
            @Nullable Duration max,
            @Nullable Duration margin,
            @Nullable Boolean learn) {}

    /**
     * Limits on the life of connections.
     *
     * @param idle Idle time after which the pool closes a connection
     * @param maxLifetime Age at which a connection is no longer used
     * @param jitter Share by which the lifetimes of connections differ, 0 to 0.5
     * @param maxRequests Requests after which a connection is no longer used. 0 is no limit
     * @param validateAfter Idle time after which a connection is checked before its next use
     * @param interval Time between two looks at idle connections
     */
    record Eviction(
            @Nullable Duration idle,
            @Nullable Duration maxLifetime,
            @Nullable Double jitter,
            @Nullable Integer maxRequests,
            @Nullable Duration validateAfter,
            @Nullable Duration interval) {}

    /**
     * How long DNS answers are used.
     *
     * @param ttl How long an answer is used. 0 is no cache
     * @param negativeTtl How long the failure of a lookup is remembered
     * @param serveStale How long an old answer is used while lookups fail
     * @param drainOnChange Whether connections to addresses that DNS has dropped are closed
     * @param spread How new connections are spread over the addresses of a name
     */
    record Dns(
            @Nullable Duration ttl,
            @Nullable Duration negativeTtl,
            @Nullable Duration serveStale,
            @Nullable Boolean drainOnChange,
            @Nullable Spread spread) {}

    /**
     * How connections are opened.
     *
     * @param maxConcurrent Most connections per route that are being opened at once
     */
    record Dialing(@Nullable Integer maxConcurrent) {}

    /**
     * When a request is sent again, how soon, and how often.
     *
     * @param onStatus Statuses, 400 to 599, after which a request that is safe to repeat is sent again
     * @param maxRetries Most retries of a call
     * @param backoff Upper limit of the random pause before the first retry. It doubles with each retry
     * @param maxBackoff Upper limit of the random pause before any retry
     * @param budget Share of the requests to a route in the last 10 s that may be sent again, and 10 more
     */
    record Retry(
            @Nullable Set<Integer> onStatus,
            @Nullable Integer maxRetries,
            @Nullable Duration backoff,
            @Nullable Duration maxBackoff,
            @Nullable Double budget) {}

    /**
     * Keys and trusted certificates.
     *
     * @param bundle Name of the SSL bundle
     */
    record Ssl(@Nullable String bundle) {}

    /**
     * Times for which the JVM itself remembers the answers of DNS.
     *
     * @param ttl How long the JVM remembers an address
     * @param negativeTtl How long the JVM remembers that a lookup failed
     */
    record JvmDns(@Nullable Duration ttl, @Nullable Duration negativeTtl) {}

    /**
     * Meters of the pools.
     *
     * @param enabled Whether the pools have meters, and traces show how a request got its connection
     * @param histograms Whether the timers have histograms
     * @param requests Whether each call is timed, by phase
     */
    record Metrics(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("false") boolean histograms,
            @DefaultValue("false") boolean requests) {}
}
