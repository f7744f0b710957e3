package dev.weir.config;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.jspecify.annotations.Nullable;

/**
 * Holds the configuration of a pool; every value in it has passed every rule.
 *
 * <p>Defaults yield to explicit values, and explicit values never do: {@link #effective(String)} shows each value and
 * where it came from. Two configurations are equal if they have the same name and the same explicit values.
 *
 * <p>Immutable and thread-safe.
 */
public final class PoolConfig {
    // HttpCore's own buffer takes 32 KiB of each connection.
    private static final Http1Config DEFAULT_HTTP1_CONFIG =
            Http1Config.custom().setBufferSize(8_192).build();

    // HttpCore has two buffers of a frame for each connection.
    private static final H2Config DEFAULT_HTTP2_CONFIG = H2Config.custom()
            .setMaxFrameSize(16_384)
            .setMaxConcurrentStreams(100)
            .setPushEnabled(false)
            .build();

    private final String name;
    private final boolean isAsync;
    final Layer pool;
    final List<Layer> rules;
    /** How the user of a framework writes the name of a setting; null for users of the builder. */
    final @Nullable UnaryOperator<String> names;

    final Map<Target, SSLContext> contexts;
    private final Defaults.Resolved resolved;
    private final RouteConfig all;
    private final @Nullable NoProxy exclusions;

    /** Takes all that was said explicitly, right or wrong: it is for users only once {@link Judge} has found nothing. */
    PoolConfig(
            String name,
            boolean isAsync,
            Layer pool,
            List<Layer> rules,
            @Nullable UnaryOperator<String> names,
            Map<Target, SSLContext> earlierContexts) {
        this.name = name;
        this.isAsync = isAsync;
        this.pool = pool;
        this.rules = rules;
        this.names = names;
        this.contexts = new HashMap<>(earlierContexts);
        for (Layer rule : rules) {
            SSLContext context = Knobs.SSL_CONTEXT.find(rule.values());
            if (context != null && rule.parsed() != null) {
                contexts.put(rule.parsed(), context);
            }
        }
        this.resolved = Scope.of(this, List.of()).resolve();
        String proxy = Knobs.PROXY.find(pool.values());
        Optional<URI> address = proxy == null ? Optional.empty() : Optional.ofNullable(NoProxy.proxy(proxy));
        this.all = RouteConfig.of(RouteConfig.ALL, resolved, address, Optional.empty());
        this.exclusions = noProxy().isEmpty() ? null : NoProxy.of(noProxy());
    }

    /**
     * Begins a configuration. {@link Builder#build()} creates the configuration of a blocking pool,
     * {@link Builder#asyncConfig()} that of an asynchronous one.
     *
     * @param name the pool's name in metrics, threads and errors: 1 to 64 letters, digits, dots, underscores or hyphens
     * @return a builder in which nothing is explicit
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * Begins another configuration with the explicit values of this one; defaults may yield again. A route that this
     * configuration has a rule for can be set again, which amends the rule.
     *
     * @return a builder with the explicit values of this configuration
     */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Returns the name of the pool.
     *
     * @return the name in metrics, threads and errors
     */
    public String name() {
        return name;
    }

    /**
     * Tells which kind of pool the configuration is for. A running pool takes configurations of its own kind only.
     *
     * @return true for an asynchronous pool ({@link Builder#asyncConfig()}), false for a blocking one ({@link
     *     Builder#build()})
     */
    public boolean isAsync() {
        return isAsync;
    }

    /**
     * Returns the most connections over all routes.
     *
     * @return the limit, leased and idle together
     */
    public int maxTotal() {
        return resolved.get(Knobs.MAX_TOTAL);
    }

    /**
     * Returns the most connections of a route without a limit of its own.
     *
     * @return the limit, leased and idle together
     */
    public int maxPerRoute() {
        return all.maxConnections();
    }

    /**
     * Returns the most idle connections kept over all routes.
     *
     * @return the number of idle connections, or zero for no limit
     */
    public int maxIdle() {
        return resolved.get(Knobs.MAX_IDLE_IN_ALL);
    }

    /**
     * Returns after how long a lease is reported as a leak.
     *
     * @return the time after which a lease is suspicious, or zero for off
     */
    public Duration leakDetection() {
        return resolved.get(Knobs.LEAK_DETECTION);
    }

    /**
     * Returns the targets that are connected to directly, in spite of the proxy.
     *
     * @return the entries as they were set; empty if all requests go through the proxy; unmodifiable
     */
    public List<String> noProxy() {
        return resolved.get(Knobs.NO_PROXY);
    }

    /**
     * Returns the proxy that requests to a host go through: that of the most specific route rule with a proxy, else the
     * pool's, unless {@code noProxy} excludes the host.
     *
     * @param scheme {@code http} or {@code https}
     * @param host a name or an IP address, with or without brackets
     * @param port the port
     * @return the proxy; empty for a direct connection
     */
    public Optional<URI> proxyFor(String scheme, String host, int port) {
        // Only with rules, here and below: streams cost the start of a JVM more than a look at an empty list.
        if (!rules.isEmpty() && rules.stream().anyMatch(rule -> rule.has(Knobs.PROXY))) {
            String literal = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
            Target origin = Target.parse(scheme + "://" + literal + (port < 0 ? "" : ":" + port));
            Scope scope = origin == null ? Scope.of(this, List.of()) : scope(origin);
            if (scope.isFromRoute(Knobs.PROXY)) {
                return Optional.ofNullable(NoProxy.proxy(scope.get(Knobs.PROXY)));
            }
        }
        return exclusions != null && exclusions.excludes(host, port) ? Optional.empty() : all.proxy();
    }

    /** What counts for an origin: the rules that match it, and the pool. */
    private Scope scope(Target origin) {
        return Scope.of(
                this,
                rules.stream()
                        .filter(rule -> rule.parsed() != null && rule.parsed().matches(origin))
                        .toList());
    }

    /** The pool, and each route rule. */
    List<Layer> layers() {
        List<Layer> layers = new ArrayList<>(rules);
        layers.add(0, pool);
        return layers;
    }

    /** The name of a setting as the user writes it. */
    String shown(String setting) {
        return names == null ? setting : names.apply(setting);
    }

    /**
     * Returns whether exceptions, log lines and leak reports of the pool show the paths of requests.
     *
     * @return true if they do; the query is left out either way
     */
    public boolean pathsInReports() {
        return resolved.get(Knobs.PATHS_IN_REPORTS);
    }

    /**
     * Returns how long a call may take before it is logged.
     *
     * @return the time, or zero for off
     */
    public Duration slowRequests() {
        return resolved.get(Knobs.SLOW_REQUESTS);
    }

    /**
     * Returns whether redirects are followed.
     *
     * @return true if they are
     */
    public boolean redirects() {
        return resolved.get(Knobs.REDIRECTS);
    }

    /**
     * Returns whether cookies are kept.
     *
     * @return true if they are
     */
    public boolean cookies() {
        return resolved.get(Knobs.COOKIES);
    }

    /**
     * Returns whether the principal of a TLS client certificate ties a connection to one user token. Connection-bound
     * authentication always does.
     *
     * @return true if it does
     */
    public boolean connectionState() {
        return resolved.get(Knobs.CONNECTION_STATE);
    }

    /**
     * Returns limits on the time of calls, where no route rule differs.
     *
     * @return the values in force
     */
    public Timeouts timeouts() {
        return all.timeouts();
    }

    /**
     * Returns how long DNS answers are used.
     *
     * @return the values in force
     */
    public Dns dns() {
        return new Dns(resolved.values());
    }

    /**
     * Returns how connections are opened.
     *
     * @return the values in force
     */
    public Dialing dialing() {
        return new Dialing(resolved.values());
    }

    /**
     * Returns how connections are secured.
     *
     * @return the values in force
     */
    public Tls tls() {
        return new Tls(resolved.values());
    }

    /**
     * Returns HttpCore's options of the sockets of a blocking pool.
     *
     * @return what was set, or HttpCore's default; its {@code soTimeout} has no effect
     */
    public SocketConfig socketConfig() {
        return Objects.requireNonNullElse(Knobs.SOCKET_CONFIG.find(resolved.values()), SocketConfig.DEFAULT);
    }

    /**
     * Returns HttpCore's configuration of HTTP/1.1: buffers, and limits of heads.
     *
     * @return what was set, or HttpCore's default with a buffer of 8 KiB
     */
    public Http1Config http1Config() {
        return Objects.requireNonNullElse(Knobs.HTTP1_CONFIG.find(resolved.values()), DEFAULT_HTTP1_CONFIG);
    }

    /**
     * Returns HttpCore's configuration of HTTP/2 in an asynchronous pool: limits of header lists, windows, tables of HPACK.
     *
     * @return what was set, or HttpCore's default with frames of at most 16 KiB and 100 concurrent streams; pushes are refused in any case
     */
    public H2Config http2Config() {
        return Objects.requireNonNullElse(Knobs.HTTP2_CONFIG.find(resolved.values()), DEFAULT_HTTP2_CONFIG);
    }

    /**
     * Returns HttpCore's configuration of the I/O threads that an asynchronous pool has of its own.
     *
     * @return what was set; empty if the pool shares the I/O threads of all others
     */
    public Optional<IOReactorConfig> reactorConfig() {
        return Optional.ofNullable(Knobs.REACTOR_CONFIG.find(resolved.values()));
    }

    /**
     * Returns the targets that have a rule of their own.
     *
     * @return origins and patterns as they were given, in that order, without user info; unmodifiable
     */
    public List<String> routes() {
        return rules.isEmpty() ? List.of() : rules.stream().map(Layer::target).toList();
    }

    /**
     * Determines the settings of an origin: for each, the value of the most specific matching rule that has one, else that
     * of the pool, else a default that fits them.
     *
     * @param target an origin such as {@code https://recs:8443}; the port is 443 or 80 if it is missing
     * @return every value, and where it came from
     * @throws IllegalArgumentException if the target is not {@code scheme://host[:port]} with http or https, or is a
     *     pattern; the message names the part that is wrong
     */
    public RouteConfig effective(String target) {
        Target origin = Target.origin(target);
        return RouteConfig.of(
                origin.toString(),
                rules.isEmpty() ? resolved : scope(origin).resolve(),
                proxyFor(origin.scheme(), origin.host(), origin.port()),
                contexts.isEmpty() ? Optional.empty() : context(origin));
    }

    private Optional<SSLContext> context(Target origin) {
        return contexts.keySet().stream()
                .filter(each -> each.matches(origin))
                .max(Comparator.comparing(Target::specificity))
                .map(contexts::get);
    }

    /**
     * Determines the settings of the pool, and of origins without a rule.
     *
     * @return every value, and where it came from
     */
    public RouteConfig effective() {
        return all;
    }

    /**
     * Adds up how long a call may take in the worst case, where no route rule differs.
     *
     * @return the sum in words, such as {@code (poolWait 1s + connect 2s + read 5s) x 3 tries + 1 x pause 50ms = 24050ms;
     *     total ends the call after 10s at the latest}: the wait for the response to begin, each redirect counted as a call
     *     of its own
     */
    public String worstCase() {
        return WorstCase.inWords(all.timeouts(), all.retry());
    }

    /**
     * Adds up how long traffic can still reach an address after DNS has dropped it, as long as the DNS answers.
     *
     * <p>With {@code dns.drainOnChange}: two lookups, each {@code dns.ttl} apart, within which the connections are also
     * closed one after the other, and one exchange. Without it, or without a {@code dns.ttl}: {@code dns.ttl} and {@code
     * eviction.maxLifetime}. The time for which the JVM itself caches addresses ({@code networkaddress.cache.ttl}, read at
     * each call) is added to both. For a name that DNS answers with changing parts of a larger set of addresses, it is
     * not a limit: see {@link Dns#drainOnChange(boolean)}.
     *
     * @return the time, or {@link java.time.temporal.ChronoUnit#FOREVER}'s duration if the JVM keeps addresses
     *     forever, or if an exchange has no end because {@code total} and {@code read} are off
     */
    public Duration staleWindow() {
        return staleWindow(JvmDnsCache.ttl());
    }

    /** The same, if the JVM keeps addresses for this long. */
    Duration staleWindow(Duration jvmTtl) {
        if (jvmTtl.equals(JvmDnsCache.FOREVER)) {
            return JvmDnsCache.FOREVER;
        }
        Duration learned = jvmTtl.plus(dns().ttl());
        // Without a cache, no name is looked up again while its connections live.
        if (!dns().drainOnChange() || dns().ttl().isZero()) {
            return learned.plus(all.eviction().maxLifetime());
        }
        Duration exchange = WorstCase.limit(all.timeouts(), all.retry());
        return exchange == null
                ? JvmDnsCache.FOREVER
                : learned.plus(dns().ttl()).plus(exchange);
    }

    /** What makes two of them say the same, whatever objects a pool has beside it. */
    private List<Object> said() {
        List<Object> said = new ArrayList<>(List.of(name, isAsync));
        layers().forEach(layer -> {
            Map<Knob<?>, Object> settings = new HashMap<>(layer.values());
            Knobs.OBJECTS.forEach(settings::remove);
            said.add(List.of(Objects.requireNonNullElse(layer.given(), ""), settings));
        });
        return said;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PoolConfig that && said().equals(that.said());
    }

    @Override
    public int hashCode() {
        return said().hashCode();
    }

    /**
     * Lists the explicit values, without secrets.
     *
     * @return such as {@code PoolConfig[shop: maxTotal=50, route https://recs {maxConnections=5}]}
     */
    @Override
    public String toString() {
        String parts = layers().stream()
                .map(layer -> layer.isPool() ? layer.toString() : layer.origin() + " {" + layer + "}")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return "PoolConfig[" + name + (parts.isEmpty() ? "" : ": " + parts) + "]";
    }

    /**
     * Builds a configuration. Not thread-safe. May build several times.
     */
    public static final class Builder extends ConfigBuilder<Builder> {

        private Builder(String name) {
            super(name);
        }

        private Builder(PoolConfig start) {
            super(start);
        }

        /**
         * Builds the configuration of a blocking pool, or one of the kind that {@link PoolConfig#toBuilder()} was called
         * on, if it breaks no rule.
         *
         * @return the configuration
         * @throws InvalidPoolConfigException if any value or combination of explicit values breaks a rule; holds all
         *     violations
         */
        public PoolConfig build() {
            return config();
        }
    }
}
