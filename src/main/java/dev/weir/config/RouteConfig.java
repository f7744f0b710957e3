package dev.weir.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Holds the settings in force for one origin, or for the pool as a whole, and where each value came from.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#effective(String)
 */
public final class RouteConfig {
    private final String target;
    private final Resolved resolved;
    private final boolean isRoute;
    private final Optional<URI> proxy;
    private final Optional<SSLContext> sslContext;

    RouteConfig(
            String target, Resolved resolved, boolean isRoute, Optional<URI> proxy, Optional<SSLContext> sslContext) {
        this.target = target;
        this.resolved = resolved;
        this.isRoute = isRoute;
        this.proxy = proxy;
        this.sslContext = sslContext;
    }

    /**
     * Returns the origin that was asked for.
     *
     * @return the origin, or {@code *} for the pool as a whole
     */
    public String target() {
        return target;
    }

    /**
     * Returns how many connections the origin may have.
     *
     * @return the limit, leased and idle together
     */
    public int maxConnections() {
        return resolved.get(PoolKnobs.MAX_PER_ROUTE);
    }

    /**
     * Returns how many idle connections are kept for the origin.
     *
     * @return the number of idle connections, at most {@link #maxConnections()}
     */
    public int maxIdle() {
        return resolved.get(PoolKnobs.MAX_IDLE);
    }

    /**
     * Returns how many idle connections the pool opens by itself and keeps open to the origin.
     *
     * @return the number of connections, at most {@link #maxIdle()}; 0 if none is opened before it is needed
     */
    public int minIdle() {
        return resolved.get(PoolKnobs.MIN_IDLE);
    }

    /**
     * Returns how many exchanges with the origin may be under way.
     *
     * @return the number of exchanges, or zero for no limit
     */
    public int maxInFlight() {
        return resolved.get(PoolKnobs.MAX_IN_FLIGHT);
    }

    /**
     * Returns how many leases may wait for the origin.
     *
     * @return the number of waiting leases
     */
    public int maxPending() {
        return resolved.get(PoolKnobs.MAX_PENDING);
    }

    /**
     * Returns limits on the time of calls to the origin.
     *
     * @return the values that hold
     */
    public Timeouts timeouts() {
        return new Timeouts(resolved.values());
    }

    /**
     * Returns limits on the time between uses of a connection to the origin.
     *
     * @return the values that hold
     */
    public KeepAlive keepAlive() {
        return new KeepAlive(resolved.values());
    }

    /**
     * Returns limits on the life of connections to the origin.
     *
     * @return the values that hold
     */
    public Eviction eviction() {
        return new Eviction(resolved.values());
    }

    /**
     * Returns which connections may carry a request to the origin that is not safe to replay.
     *
     * @return the policy
     */
    public ReusePolicy reuse() {
        return resolved.get(PoolKnobs.REUSE);
    }

    /**
     * Returns when a request to the origin is sent again.
     *
     * @return the values that hold
     */
    public Retry retry() {
        return new Retry(resolved.values());
    }

    /**
     * Returns the versions of HTTP that connections to the origin speak.
     *
     * @return the versions of HTTP
     */
    public Protocol protocol() {
        return resolved.get(PoolKnobs.PROTOCOL);
    }

    /**
     * Returns the proxy of the origin: that of its rule, or the pool's unless {@code noProxy} excludes the origin.
     *
     * @return the proxy; empty for a direct connection
     */
    public Optional<URI> proxy() {
        return proxy;
    }

    /**
     * Returns the TLS context of the origin's rule.
     *
     * @return the context; empty if the pool's applies
     */
    public Optional<SSLContext> sslContext() {
        return sslContext;
    }

    /**
     * Returns how long the TLS handshake with the origin may take: the pool's value, or the origin's {@code connect}.
     *
     * @return the time for a handshake, never longer than {@code timeouts.connect}
     */
    public Duration handshake() {
        return resolved.get(Tls.HANDSHAKE);
    }

    /**
     * Returns every value and where it came from; those of the pool as a whole are among them.
     *
     * @return one setting per knob, in the order of the documentation; unmodifiable
     */
    public List<Setting> settings() {
        return resolved.settings(isRoute);
    }

    /**
     * Returns one value and where it came from.
     *
     * @param name the knob, such as {@code timeouts.read}; {@code maxConnections} and {@code maxPerRoute} are the same. For
     *     an origin, {@code maxIdle} is the same as {@code maxIdlePerRoute}, and {@code pool.maxIdle} is the limit over all
     *     routes; for the pool as a whole, {@code maxIdle} is that limit
     * @return the setting
     * @throws IllegalArgumentException if there is no such knob
     */
    public Setting setting(String name) {
        Knob<?> knob = isRoute ? Knobs.namedOnRoute(name, Knobs.ALL) : Knobs.named(name, Knobs.ALL);
        return resolved.setting(knob, isRoute);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RouteConfig that
                && target.equals(that.target)
                && settings().equals(that.settings());
    }

    @Override
    public int hashCode() {
        return Objects.hash(target, settings());
    }

    /**
     * Prints the settings as a table.
     *
     * @return the target, then a line per setting: name, value, origin
     */
    @Override
    public String toString() {
        List<Setting> settings = settings();
        int names =
                settings.stream().mapToInt(each -> each.name().length()).max().orElse(1);
        int values =
                settings.stream().mapToInt(each -> each.value().length()).max().orElse(1);
        String format = "%-" + names + "s  %-" + values + "s  %s";
        return settings.stream()
                .map(each -> String.format(format, each.name(), each.value(), each.origin()))
                .collect(Collectors.joining("\n", target + "\n", ""));
    }
}
