package dev.weir.config;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

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
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig.Builder#route(String, Consumer)
 */
public final class RouteRule {
    private final String target;
    private final Optional<Target> parsed;
    private final Map<Knob<?>, Object> values;

    /** One of the objects beside the settings: it makes no difference to equality. */
    private final @Nullable SSLContext sslContext;

    RouteRule(String target, Map<Knob<?>, Object> values, @Nullable SSLContext sslContext) {
        this.target = target;
        this.parsed = Target.parse(target);
        this.values = Map.copyOf(values);
        this.sslContext = sslContext;
    }

    /**
     * Returns the target as it was given, without user info.
     *
     * @return an origin or a pattern of origins
     */
    public String target() {
        return PlainText.withoutSecrets(target);
    }

    /**
     * Returns what this rule overrides, by name, such as {@code maxConnections} or {@code timeouts.read}.
     *
     * @return the explicit values of this rule as text, such as {@code 300ms}; unmodifiable
     */
    public Map<String, String> overrides() {
        Map<String, String> overrides = new LinkedHashMap<>();
        Knobs.ALL.stream()
                .filter(values::containsKey)
                .forEach(knob -> overrides.put(knob.routeName(), knob.textIn(values)));
        return Collections.unmodifiableMap(overrides);
    }

    /** The target as given, user info included: not for messages. */
    String givenTarget() {
        return target;
    }

    Optional<Target> parsed() {
        return parsed;
    }

    boolean matches(Target origin) {
        return parsed.isPresent() && parsed.get().matches(origin);
    }

    boolean isPattern() {
        return parsed.isPresent() && parsed.get().isPattern();
    }

    boolean isMoreGeneralThan(RouteRule other) {
        return other.parsed.isPresent() && matches(other.parsed.get()) && specificity() < other.specificity();
    }

    int specificity() {
        return parsed.map(Target::specificity).orElse(0);
    }

    Map<Knob<?>, Object> values() {
        return values;
    }

    @Nullable
    SSLContext sslContext() {
        return sslContext;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RouteRule that && target.equals(that.target) && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(target, values);
    }

    /**
     * Describes the target and its overrides.
     *
     * @return such as {@code https://recs:8443 {maxConnections=50}}
     */
    @Override
    public String toString() {
        return target() + " " + overrides();
    }

    /** Collects the overrides of one rule. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder {
        private final String target;
        private final Map<Knob<?>, Object> sheet;
        private @Nullable SSLContext sslContext;

        Builder(RouteRule start) {
            this.target = start.target;
            this.sheet = new HashMap<>(start.values);
            this.sslContext = start.sslContext;
        }

        boolean isFor(Target wanted) {
            return Target.parse(target).filter(wanted::equals).isPresent();
        }

        RouteRule build() {
            return new RouteRule(target, sheet, sslContext);
        }

        private <T> Builder set(Knob<T> knob, T value) {
            knob.put(sheet, value);
            return this;
        }

        /**
         * Sets how many connections each matching origin may have. Default: {@link PoolConfig#maxPerRoute()}. At least
         * 1, at most {@link PoolConfig#maxTotal()}.
         *
         * @param connections the limit, leased and idle together
         * @return this builder
         */
        public Builder maxConnections(int connections) {
            return set(Knobs.MAX_PER_ROUTE, connections);
        }

        /**
         * Sets how many idle connections are kept for each matching origin. Default: {@link
         * PoolConfig#maxIdlePerRoute()}, at most {@code maxConnections}. At least 0.
         *
         * @param connections the number of idle connections
         * @return this builder
         */
        public Builder maxIdle(int connections) {
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
        public Builder minIdle(int connections) {
            return set(Knobs.MIN_IDLE, connections);
        }

        /**
         * Sets how many exchanges with each matching origin may be under way. Default: {@link
         * PoolConfig#maxInFlight()}. At least 0, which is no limit. Over HTTP/2 it limits the requests at a time, whatever connections and streams there are.
         *
         * @param exchanges the number of exchanges, or zero for no limit
         * @return this builder
         */
        public Builder maxInFlight(int exchanges) {
            return set(Knobs.MAX_IN_FLIGHT, exchanges);
        }

        /**
         * Sets how many leases may wait for each matching origin. Default: {@link PoolConfig#maxPending()}. At least 0,
         * which means that a lease fails at once when there is no connection.
         *
         * @param leases the number of waiting leases
         * @return this builder
         */
        public Builder maxPending(int leases) {
            return set(Knobs.MAX_PENDING, leases);
        }

        /**
         * Overrides timeouts; those not set here stay the pool's.
         *
         * @param timeouts sets what is to differ
         * @return this builder
         */
        public Builder timeouts(Consumer<Timeouts.Builder> timeouts) {
            Objects.requireNonNull(timeouts, "timeouts must not be null").accept(new Timeouts.Builder(sheet));
            return this;
        }

        /**
         * Overrides the keep-alive; what is not set here stays the pool's.
         *
         * @param keepAlive sets what is to differ
         * @return this builder
         */
        public Builder keepAlive(Consumer<KeepAlive.Builder> keepAlive) {
            Objects.requireNonNull(keepAlive, "keepAlive must not be null").accept(new KeepAlive.Builder(sheet));
            return this;
        }

        /**
         * Overrides the eviction; what is not set here stays the pool's.
         *
         * @param eviction sets what is to differ
         * @return this builder
         */
        public Builder eviction(Consumer<Eviction.Builder> eviction) {
            Objects.requireNonNull(eviction, "eviction must not be null").accept(new Eviction.Builder(sheet));
            return this;
        }

        /**
         * Sets which connections may carry requests to each matching origin that are not safe to replay. Default:
         * {@link PoolConfig#reuse()}.
         *
         * @param policy the policy
         * @return this builder
         */
        public Builder reuse(ReusePolicy policy) {
            return set(Knobs.REUSE, policy);
        }

        /**
         * Overrides when requests are sent again; what is not set here stays the pool's. Each origin has its own budget in
         * any case. A {@code maxRetries} of 0 switches all retries to the matching origins off.
         *
         * @param retry sets what is to differ
         * @return this builder
         */
        public Builder retry(Consumer<Retry.Builder> retry) {
            Objects.requireNonNull(retry, "retry must not be null").accept(new Retry.Builder(sheet));
            return this;
        }

        /**
         * Sets the proxy that leads to the matching origins, or {@code none} for direct connections. Default: that of the
         * pool, unless {@code noProxy} excludes the origin. In an asynchronous pool, no rule may have {@code socks}. The
         * {@code proxyCredentials} of the pool are for the pool's proxy alone.
         *
         * @param proxy such as {@code http://proxy:3128}, or {@code none}
         * @return this builder
         */
        public Builder proxy(String proxy) {
            return set(Knobs.PROXY, proxy);
        }

        /**
         * Sets the versions of HTTP for connections to the matching origins. Default: those of the pool. A blocking pool
         * speaks HTTP/1.1 alone.
         *
         * @param protocol the versions of HTTP
         * @return this builder
         */
        public Builder protocol(Protocol protocol) {
            return set(Knobs.PROTOCOL, protocol);
        }

        /**
         * Sets the TLS context for connections to the matching origins, such as one with a client certificate that no other
         * server may see. Default: those of the pool. The most specific rule that has a context counts. It also replaces a
         * TLS strategy of the pool; {@code tls} still applies. For an https proxy, the context of the pool counts. Like
         * other objects that a pool is built with, it is not part of {@link #overrides} and survives a reconfiguration; a
         * configuration with another context replaces it, and closes the connections that use it.
         *
         * @param sslContext the context; needs a target with {@code https}
         * @return this builder
         */
        public Builder sslContext(SSLContext sslContext) {
            this.sslContext = Objects.requireNonNull(sslContext, "sslContext must not be null");
            return this;
        }
    }
}
