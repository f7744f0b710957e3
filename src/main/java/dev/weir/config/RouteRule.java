package dev.weir.config;

import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * Overrides part of a pool's configuration for the origins that match a target.
 *
 * <p>A target is {@code scheme://host[:port]}: an origin such as {@code https://recs:8443}, or a pattern whose host is
 * or starts with {@code *}, such as {@code https://*.internal}. The {@code *} stands for one or more labels. Ports must
 * match; they are 443 for {@code https} and 80 for {@code http} unless given. Each matching origin has the rule's limits to
 * itself. International names match in both spellings, as {@link java.net.IDN} converts them.
 *
 * <p>If several rules match, they are combined setting by setting: the value of the most specific rule that has one counts.
 * An origin is more specific than a pattern, and more labels are more specific than fewer.
 *
 * <p>What a rule does not set stays the pool's. Wrong values fail when the pool's configuration is built. Not thread-safe.
 *
 * @see ConfigBuilder#route
 */
public final class RouteRule extends RouteSetters<RouteRule> {
    private final Layer start;

    RouteRule(Layer start) {
        super(new HashMap<>(start.values()));
        this.start = start;
    }

    Layer build() {
        return new Layer(start.given(), start.parsed(), Map.copyOf(values));
    }

    /**
     * Sets how many connections each matching origin may have. Default: {@link PoolConfig#maxPerRoute()}. At least
     * 1, at most {@link PoolConfig#maxTotal()}.
     *
     * @param connections the limit, leased and idle together
     * @return this builder
     */
    public RouteRule maxConnections(int connections) {
        return set(Knobs.MAX_PER_ROUTE, connections);
    }

    /**
     * Sets how many idle connections are kept for each matching origin. Default: {@link
     * ConfigBuilder#maxIdlePerRoute(int)}, at most {@code maxConnections}. At least 0.
     *
     * @param connections the number of idle connections
     * @return this builder
     */
    public RouteRule maxIdle(int connections) {
        return set(Knobs.MAX_IDLE, connections);
    }

    /**
     * Sets how many idle connections the pool opens by itself and keeps open, so that requests find them. Default: 0,
     * which means that only requests open connections. At least 0, at most {@code maxIdle}, {@code maxConnections},
     * {@link PoolConfig#maxTotal()} and, over all rules, {@link PoolConfig#maxIdle()}; {@code maxConnections} grows to
     * it unless it is set. Needs an origin as target, which is connected to directly, and a {@code keepAlive.max} above
     * zero.
     *
     * <p>The pool opens them in the background as soon as it is built, within its limits and
     * {@code dialing.maxConcurrent}, and replaces those that are leased or closed. If dials fail, it tries again after a
     * second, then after twice as long each time, up to 30 s. One HTTP/2 connection with room for another request counts
     * for all of them.
     *
     * @param connections the number of idle connections, or zero for none
     * @return this builder
     */
    public RouteRule minIdle(int connections) {
        return set(Knobs.MIN_IDLE, connections);
    }

    /**
     * Sets the TLS context for connections to the matching origins, such as one with a client certificate that no other
     * server may see. Default: those of the pool. The most specific rule that has a context counts. It also replaces a
     * TLS strategy of the pool; {@code tls} still applies. For an https proxy, the context of the pool counts. Like
     * other objects that a pool is built with, it is not part of the rule and survives a reconfiguration; a
     * configuration with another context replaces it, and closes the connections that use it.
     *
     * @param sslContext the context; needs a target with {@code https}
     * @return this builder
     */
    public RouteRule sslContext(SSLContext sslContext) {
        return set(Knobs.SSL_CONTEXT, sslContext);
    }
}
