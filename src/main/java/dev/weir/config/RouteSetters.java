package dev.weir.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings that a route may have otherwise than its pool, common to {@link RouteRule} and the builders of pools. Programs
 * use it as the type of a parameter that takes both; only Weir's own types extend it. Not thread-safe.
 *
 * @param <B> the builder itself, so that calls can be chained
 */
public abstract class RouteSetters<B extends RouteSetters<B>> extends Group<B> {
    RouteSetters(Map<Knob<?>, Object> values) {
        super(values, List.of());
    }

    /**
     * Sets the most exchanges under way per route. Default: 0, no limit but that of connections,
     * and over HTTP/2 of their streams. At least 0, which is no limit. If it is too small, callers wait in {@code poolWait}
     * though connections have room for them.
     *
     * <p>An exchange lasts from the lease of a connection, which may have to be opened for it, until the response has been
     * read or closed. Callers beyond the limit queue as they do for connections.
     *
     * @param exchanges the number of exchanges, or zero for no limit
     * @return this builder
     */
    public final B maxInFlight(int exchanges) {
        return set(Knobs.MAX_IN_FLIGHT, exchanges);
    }

    /**
     * Sets the most leases that wait per route. Default: 1000. At least 0, which
     * means that a lease fails at once when there is no connection.
     *
     * @param leases the number of waiting leases
     * @return this builder
     */
    public final B maxPending(int leases) {
        return set(Knobs.MAX_PENDING, leases);
    }

    /**
     * Sets limits on the time of calls. What is not set keeps its default.
     *
     * @param timeouts sets what differs
     * @return this builder
     */
    public final B timeouts(Consumer<Timeouts> timeouts) {
        return group("timeouts", timeouts, new Timeouts(values));
    }

    /**
     * Sets limits on the time between uses of a connection. What is not set keeps its default.
     *
     * @param keepAlive sets what differs
     * @return this builder
     */
    public final B keepAlive(Consumer<KeepAlive> keepAlive) {
        return group("keepAlive", keepAlive, new KeepAlive(values));
    }

    /**
     * Sets limits on the life of connections. What is not set keeps its default.
     *
     * @param eviction sets what differs
     * @return this builder
     */
    public final B eviction(Consumer<Eviction> eviction) {
        return group("eviction", eviction, new Eviction(values));
    }

    /**
     * Sets which connections may carry a request that is not safe to replay. Default: {@link ReusePolicy#ALWAYS}. Unrelated to other knobs; {@code keepAlive.max} of zero closes every connection as well.
     *
     * @param policy the policy
     * @return this builder
     */
    public final B reuse(ReusePolicy policy) {
        return set(Knobs.REUSE, policy);
    }

    /**
     * Sets which responses are worth a retry. What is not set keeps its default. Each origin has its own budget; a {@code
     * maxRetries} of 0 in a route rule switches all retries to its origins off.
     *
     * @param retry sets what differs
     * @return this builder
     */
    public final B retry(Consumer<Retry> retry) {
        return group("retry", retry, new Retry(values));
    }

    /**
     * Sets the proxy for all requests except those that {@code noProxy} excludes. Default: none. {@code http},
     * {@code https} or {@code socks}, with host and port, without user info and path; credentials belong to a credentials
     * provider, and those of {@code proxyCredentials} are for the pool's own proxy alone. A route rule may have {@code
     * none} for direct connections; in an asynchronous pool, no rule may have {@code socks}.
     *
     * @param proxy such as {@code http://proxy:3128}
     * @return this builder
     */
    public final B proxy(String proxy) {
        return set(Knobs.PROXY, proxy);
    }

    /**
     * Sets the versions of HTTP that the pool speaks. Default: {@link Protocol#HTTP_1_1} for a blocking pool, which
     * speaks no other; {@link Protocol#NEGOTIATE} for an asynchronous one.
     *
     * @param protocol the versions of HTTP
     * @return this builder
     */
    public final B protocol(Protocol protocol) {
        return set(Knobs.PROTOCOL, protocol);
    }

    final <S> B group(String name, Consumer<S> setting, S setters) {
        Objects.requireNonNull(setting, name + " must not be null").accept(setters);
        return self();
    }
}
