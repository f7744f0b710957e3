package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pool, common to {@link PoolConfig.Builder} and the builder of pools. Programs use it as the type of a
 * parameter that takes both; only Weir's builders extend it. Not thread-safe.
 *
 * <p>Null fails at once; any other wrong value or combination fails when the pool is built, together with all others.
 *
 * @param <B> the builder itself, so that calls can be chained
 */
public abstract class ConfigBuilder<B extends ConfigBuilder<B>> extends RouteSetters<B> {

    private final String name;
    private final boolean isAsync;
    private final List<RouteRule> rules = new ArrayList<>();
    /** Those that it began with, by their targets. */
    private final Map<Target, RouteRule> inherited = new HashMap<>();

    private @Nullable UnaryOperator<String> names;

    /**
     * Begins settings in which nothing is explicit.
     *
     * @param name the pool's name: 1 to 64 letters, digits, dots, underscores or hyphens
     * @throws NullPointerException if the name is null
     */
    protected ConfigBuilder(String name) {
        super(new HashMap<>());
        this.name = Objects.requireNonNull(name, "name must not be null");
        this.isAsync = false;
    }

    ConfigBuilder(PoolConfig start) {
        super(new HashMap<>(start.pool.values()));
        this.name = start.name();
        this.isAsync = start.isAsync();
        names = start.names;
        for (Layer layer : start.rules) {
            RouteRule rule = new RouteRule(layer);
            rules.add(rule);
            inherited.put(Objects.requireNonNull(layer.parsed()), rule);
        }
    }

    /**
     * Adds a rule for the origins that match a target. Two rules for one target are a violation, except that a
     * builder from {@link PoolConfig#toBuilder()} amends the rule that the configuration already had.
     *
     * @param target {@code scheme://host[:port]}, where the host may be or start with {@code *}
     * @param rule sets what differs from the pool
     * @return this builder
     */
    public final B route(String target, Consumer<RouteRule> rule) {
        Objects.requireNonNull(target, "route target must not be null");
        Objects.requireNonNull(rule, "route rule must not be null");
        Layer added = Layer.of(target, Map.of());
        RouteRule known = added.parsed() == null ? null : inherited.get(added.parsed());
        RouteRule changed = known == null ? new RouteRule(added) : known;
        if (known == null) {
            rules.add(changed);
        }
        rule.accept(changed);
        return self();
    }

    /**
     * Sets the most connections over all routes. Default: 100, or the largest
     * limit of a route if that is larger. At least 1. If it is too small, routes take connections from each other.
     *
     * <p>A connection counts until it is closed. If no other takes its place at once, it sends the TLS close_notify
     * afterwards, and no longer counts: in blocking pools for a second at most, and at most four connections of the JVM at a
     * time; in asynchronous pools for as long as the server takes, about two seconds at most, in any number.
     *
     * @param connections the limit, leased and idle together
     * @return this builder
     */
    public final B maxTotal(int connections) {
        return set(Knobs.MAX_TOTAL, connections);
    }

    /**
     * Sets the most connections of a route without a limit of its own. Default: 20, within an explicit {@code maxTotal}. At least 1, at most {@code maxTotal}.
     * If it is too small, callers wait in {@code poolWait}.
     *
     * @param connections the limit, leased and idle together
     * @return this builder
     */
    public final B maxPerRoute(int connections) {
        return set(Knobs.MAX_PER_ROUTE, connections);
    }

    /**
     * Sets the most idle connections kept per route. Default: the route's own limit. At least 0, at most {@code
     * maxPerRoute}; a route with a smaller limit of its own keeps no more than that. If it is too small, connections are
     * continually opened and closed.
     *
     * @param connections the number of idle connections
     * @return this builder
     */
    public final B maxIdlePerRoute(int connections) {
        return set(Knobs.MAX_IDLE, connections);
    }

    /**
     * Sets the most idle connections kept over all routes. Default: 0, no limit of its
     * own, so that routes keep what their own limits and {@code maxTotal} allow. At least 0, where 0 is no limit; otherwise
     * at least {@code maxIdlePerRoute} and the {@code maxIdle} of each route rule.
     *
     * <p>When a connection becomes idle and the limit is exceeded, the pool closes the one that has been idle for longest,
     * whatever its route. If it is too small, connections of routes with little traffic are continually opened and closed.
     *
     * @param connections the number of idle connections, or zero for no limit
     * @return this builder
     */
    public final B maxIdle(int connections) {
        return set(Knobs.MAX_IDLE_IN_ALL, connections);
    }

    /**
     * Sets after how long a lease on which no byte moves is reported as a leak. Default: {@link Duration#ZERO}, which means
     * off. At least an explicit {@code timeouts.read}; below the default one it is logged at WARN. A caller that waits for
     * the head of a response is not suspected. The release of a reported lease is reported, too. Connections whose response
     * was garbage collected are taken back regardless of this setting.
     *
     * <p>One lease in a thousand records its stack while this is set, and each lease of a route does for ten minutes after a
     * leak was noticed there, so that the reports can name the place in the program.
     *
     * @param threshold the time after which a lease is suspicious, or zero for off
     * @return this builder
     */
    public final B leakDetection(Duration threshold) {
        return set(Knobs.LEAK_DETECTION, threshold);
    }

    /**
     * Sets the targets that are connected to directly, in spite of {@code proxy}. Default: none. Replaces what was set
     * before. Needs a {@code proxy}; an asynchronous pool can exclude nothing from a SOCKS proxy. An entry is one of
     *
     * <ul>
     *   <li>a host name: {@code localhost}, without the names below it
     *   <li>{@code *.} before a host name: {@code *.internal} for the names below it, at any depth, without itself
     *   <li>{@code *} for all targets
     *   <li>an IP address: {@code 127.0.0.1}, {@code ::1} or {@code [::1]}
     *   <li>a CIDR block (RFC 4632): {@code 10.0.0.0/8} or {@code fd00::/8}
     * </ul>
     *
     * with {@code :port} behind it if only that port is meant; an IPv6 address then needs its brackets. Letter case is
     * ignored. Addresses and blocks match targets that are written as an address. No name is looked up for them, so
     * that a name whose address lies in a block goes through the proxy, unless it is listed as well.
     *
     * @param targets such as {@code *.internal} and {@code 10.0.0.0/8}
     * @return this builder
     */
    public final B noProxy(String... targets) {
        return setAll(Knobs.NO_PROXY, targets);
    }

    /**
     * Sets whether exceptions, log lines, leak reports and events of the pool show the paths of requests: {@code GET
     * /orders/7}, never with the query. Without them the same request is shown as {@code GET (path withheld)}: for services
     * whose paths contain tokens, such as those of webhooks and signed links. Default:
     * true. May be changed live. HttpClient's own logger
     * {@code org.apache.hc.client5.http} shows paths at {@code DEBUG} whatever is set here.
     *
     * @param enabled false to leave paths out
     * @return this builder
     */
    public final B pathsInReports(boolean enabled) {
        return set(Knobs.PATHS_IN_REPORTS, enabled);
    }

    /**
     * Logs each call that takes longer, at {@code INFO}, in one line that shows where its time went: at most ten lines per
     * second and pool, with the number of those left out. Default: off,
     * {@link Duration#ZERO}, which means off. Never shows a query or user info, and paths only with {@link #pathsInReports}.
     * Applies to the clients of the pool, not to its connection manager. May be changed live.
     *
     * @param threshold the time, from the start of the call to the last byte of the response; zero for off
     * @return this builder
     */
    public final B slowRequests(Duration threshold) {
        return set(Knobs.SLOW_REQUESTS, threshold);
    }

    /**
     * Sets whether redirects are followed. Default: true.
     *
     * <p>To another origin (scheme, host or port), the clients of the pool send neither a body, in which case the caller
     * gets the redirect, nor headers other than those that are known to be harmless, such as {@code Accept}:
     * {@code Authorization}, {@code Cookie} and {@code X-Api-Key} stay where they are. A customizer restores HttpClient's own
     * way: {@code customizeClient(client -> client.setRedirectStrategy(DefaultRedirectStrategy.INSTANCE))}, and likewise for
     * asynchronous clients.
     *
     * @param enabled true to follow redirects
     * @return this builder
     */
    public final B redirects(boolean enabled) {
        return set(Knobs.REDIRECTS, enabled);
    }

    /**
     * Sets whether cookies are kept. Default: false, because a shared client would
     * leak them between users.
     *
     * @param enabled true to keep cookies
     * @return this builder
     */
    public final B cookies(boolean enabled) {
        return set(Knobs.COOKIES, enabled);
    }

    /**
     * Sets whether the principal of a TLS client certificate ties a connection to one user token. Default: false: the certificate is the identity of the pool, and its connections serve all
     * requests. Connection-bound authentication (NTLM, Negotiate, any {@code AuthScheme} that is connection-based) ties a
     * connection to one user in either case.
     *
     * @param enabled true to separate connections by client certificate, too
     * @return this builder
     */
    public final B connectionState(boolean enabled) {
        return set(Knobs.CONNECTION_STATE, enabled);
    }

    /**
     * Sets how long DNS answers are used. What is not set keeps its default.
     *
     * @param dns sets what differs
     * @return this builder
     */
    public final B dns(Consumer<Dns> dns) {
        return group("dns", dns, new Dns(values));
    }

    /**
     * Sets how connections are opened. What is not set keeps its default.
     *
     * @param dialing sets what differs
     * @return this builder
     */
    public final B dialing(Consumer<Dialing> dialing) {
        return group("dialing", dialing, new Dialing(values));
    }

    /**
     * Sets how connections are secured. What is not set keeps its default.
     *
     * @param tls sets what differs
     * @return this builder
     */
    public final B tls(Consumer<Tls> tls) {
        return group("tls", tls, new Tls(values));
    }

    /**
     * Sets the options of the sockets of a blocking pool, as HttpCore's object: buffers, TCP keep-alive, linger. Default:
     * {@link SocketConfig#DEFAULT}. A violation for an asynchronous pool, whose {@link #reactorConfig} has them. The
     * {@code soTimeout} must be left alone, because {@code timeouts.read} bounds the silence of a server, and the address of a
     * SOCKS proxy, because {@link #proxy} names it.
     *
     * @param config the options
     * @return this builder
     */
    public final B socketConfig(SocketConfig config) {
        return set(Knobs.SOCKET_CONFIG, config);
    }

    /**
     * Sets how HTTP/1.1 is read and written, as HttpCore's object: buffers, and limits of heads. Default: HttpCore's, with a
     * buffer of 8 KiB, lines of at most 8,192 bytes and at most 100 headers. A response beyond its limits fails the call
     * with a {@code MessageConstraintException}; it is not retried. The limits must be at least 1.
     *
     * @param config the configuration
     * @return this builder
     */
    public final B http1Config(Http1Config config) {
        return set(Knobs.HTTP1_CONFIG, config);
    }

    /**
     * Sets how HTTP/2 is read and written, as HttpCore's object: limits of header lists and continuations, tables of HPACK,
     * windows. Default: HttpCore's, with frames of at most 16 KiB and 100 concurrent streams. {@code maxConcurrentStreams}
     * bounds the requests of a connection at once, if the server does not allow fewer; too small, it takes more connections
     * than needed. {@code maxFrameSize} must be at most 16384, and pushes stay refused in any case. A violation for a blocking
     * pool.
     *
     * @param config the configuration
     * @return this builder
     */
    public final B http2Config(H2Config config) {
        return set(Knobs.HTTP2_CONFIG, config);
    }

    /**
     * Gives an asynchronous pool I/O threads of its own, configured by HttpCore's object: their number, and options of
     * sockets. Default: the pool shares the I/O threads of all others: one for each processor, at most 8. The {@code soTimeout} must be left alone, because {@code timeouts.read} bounds the silence
     * of a server, and the address of a SOCKS proxy, because {@link #proxy} names it; Weir selects every 50 ms in any case,
     * so that timeouts are kept. Stays that of the pool through {@code reconfigure}. A violation for a blocking pool.
     *
     * @param config the configuration
     * @return this builder
     */
    public final B reactorConfig(IOReactorConfig config) {
        return set(Knobs.REACTOR_CONFIG, config);
    }

    /**
     * Registers an object that the pool is built with, so that rules can relate settings to it.
     *
     * @param name the name of its setter
     * @param object the object
     * @return this builder
     */
    protected final B object(String name, Object object) {
        for (Knob<?> knob : Knobs.OBJECTS) {
            if (knob.toString().equals(name)) {
                values.put(knob, object);
            }
        }
        return self();
    }

    /**
     * Names settings in violations as the users of a framework write them, and takes over its timeouts. Such a builder is for
     * pools of both kinds, each of which passes over what is for the other. No default shrinks to fit a timeout that was taken
     * over, and if only these break the order, that is a finding and not a violation.
     *
     * @param names maps the name of a setting in Java to the framework's, or to itself
     * @param connect the time to establish a connection, meant for HTTP clients in general; null for none
     * @param read the time between bytes, likewise, zero for no limit; null for none
     * @return this builder
     */
    protected final B framework(UnaryOperator<String> names, @Nullable Duration connect, @Nullable Duration read) {
        this.names = names;
        return timeouts(to -> to.adopt(connect, read));
    }

    /**
     * Checks the settings so far, and builds no pool.
     *
     * @return the configuration of a blocking pool, or one of the kind that {@link PoolConfig#toBuilder()} was called on
     * @throws InvalidPoolConfigException if any value or combination of explicit values breaks a rule; holds all
     *     violations
     */
    public final PoolConfig config() {
        return checked(isAsync);
    }

    /**
     * Checks the settings so far, and builds no pool.
     *
     * @return the configuration of an asynchronous pool, which may speak any protocol
     * @throws InvalidPoolConfigException if any value or combination of explicit values breaks a rule; holds all
     *     violations
     */
    public final PoolConfig asyncConfig() {
        return checked(true);
    }

    private PoolConfig checked(boolean isAsync) {
        List<Layer> routes = rules.isEmpty()
                ? List.of()
                : rules.stream().map(RouteRule::build).toList();
        PoolConfig config = new PoolConfig(name, isAsync, Layer.of(null, values), routes, names, Map.of());
        List<Violation> violations = Judge.violations(config);
        if (!violations.isEmpty()) {
            throw new InvalidPoolConfigException(name, violations);
        }
        return config;
    }

    /**
     * Returns the configuration that follows another one: objects that a pool is built with survive it.
     *
     * @param next the configuration
     * @param earlier the one in force
     * @return the next one, with the TLS contexts of the route rules of the earlier one where it has none
     */
    protected static PoolConfig following(PoolConfig next, PoolConfig earlier) {
        return new PoolConfig(next.name(), next.isAsync(), next.pool, next.rules, next.names, earlier.contexts);
    }
}
