package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Segment;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.Holder;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.internal.retry.RetryRule;
import dev.weir.internal.thread.NoThreadException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * The pool, of connections that block or of shared ones: hands them out by {@link Lease} or {@link StreamLease}, and lets its
 * owner look, sweep, change, drain and close. Thread-safe.
 */
public final class ConnectionPool {

    /** Admits callers. */
    final Lifecycle lifecycle;

    private final Routes routes;
    private final Spares spares = new Spares(this);

    // One object for the life of the pool, by which listeners recognize it.
    private final Supplier<PoolSnapshot> look = this::snapshot;

    // Written once, before the pool is handed out.
    private volatile @Nullable Consumer<UnaryOperator<PoolConfig>> reconfiguration;

    // Both written once, when the pool opens.
    private volatile @Nullable CachingDnsResolver names;
    private volatile @Nullable Housekeeper housekeeper;

    /**
     * Creates a pool without connections, for callers that block.
     *
     * @param config its limits and times
     * @param listeners the listeners of the pool
     * @param nanoClock the time by which connections age
     */
    public ConnectionPool(PoolConfig config, List<PoolListener> listeners, LongSupplier nanoClock) {
        this(config, BlockingConnection::new, listeners, nanoClock);
    }

    /**
     * Creates a pool without connections, which callers that do not block share.
     *
     * @param config its limits and times
     * @param listeners the listeners of the pool
     * @param nanoClock the time by which connections age
     * @param connections makes connections that are not yet connected
     * @return the pool
     */
    public static ConnectionPool shared(
            PoolConfig config,
            List<PoolListener> listeners,
            LongSupplier nanoClock,
            Function<RouteState, SharedConnection> connections) {
        return new ConnectionPool(config, connections, listeners, nanoClock);
    }

    private ConnectionPool(
            PoolConfig config,
            Function<RouteState, ? extends PooledConnection> connections,
            List<PoolListener> listeners,
            LongSupplier nanoClock) {
        SegmentedPool<RouteState> store = new SegmentedPool<>(config.maxTotal(), System::nanoTime);
        this.routes = new Routes(config, store, connections, new PoolEvents(config.name(), listeners), nanoClock);
        this.lifecycle = routes.lifecycle;
        store.limit(config.maxTotal(), config.maxIdle());
    }

    /**
     * Reports the pool to the listeners, and starts the maintenance of the pool and of its host names until it is closed.
     *
     * @param resolver the source of the addresses of its hosts
     * @param dials establishes its connections
     */
    public void open(CachingDnsResolver resolver, Lease.Dialer dials) {
        open(resolver, new BlockingDialer(dials, BlockingDialer.THREADS));
    }

    /**
     * Does the same for a pool whose connections are shared.
     *
     * @param resolver the source of the addresses of its hosts
     * @param dialer establishes its connections
     */
    public void open(CachingDnsResolver resolver, SharedConnection.Dialer dialer) {
        open(resolver, new SharedConnection.Dials(dialer));
    }

    private void open(CachingDnsResolver resolver, RouteState.Dialer dialer) {
        names = resolver;
        routes.dialer = dialer;
        spares.configure(routes.config);
        Housekeeper keeper = new Housekeeper(this, resolver, spares);
        housekeeper = keeper;
        routes.events.poolOpened(look);
        try {
            keeper.maintenance.begin(keeper.firstPauseNanos());
        } catch (NoThreadException e) {
            close(); // a pool without maintenance would keep connections that must close
            throw new IllegalStateException("Pool '" + routes.name() + "' cannot be built: " + e.getMessage(), e);
        }
    }

    /**
     * Sets the names of settings in findings and errors; call it before there is a connection.
     *
     * @param settings the names
     */
    public void names(SettingNames settings) {
        routes.names = settings;
    }

    /**
     * Returns the names of settings.
     *
     * @return the names
     */
    public SettingNames names() {
        return routes.names;
    }

    /**
     * Returns the configuration in force.
     *
     * @return the configuration
     */
    public PoolConfig config() {
        return routes.config;
    }

    /**
     * Sets how a program reconfigures the pool by its connection manager.
     *
     * @param change takes a function from the present configuration to the next
     */
    public void changeBy(Consumer<UnaryOperator<PoolConfig>> change) {
        reconfiguration = change;
    }

    void change(UnaryOperator<PoolConfig.Builder> settings) {
        Objects.requireNonNull(reconfiguration, "the pool is not built yet")
                .accept(config -> settings.apply(config.toBuilder()).build());
    }

    /**
     * Returns the store of the connections.
     *
     * @return the store
     */
    public SegmentedPool<RouteState> store() {
        return routes.store;
    }

    /**
     * Returns what tells its listeners.
     *
     * @return always the same
     */
    public PoolEvents events() {
        return routes.events;
    }

    Routes routes() {
        return routes;
    }

    /**
     * Tells whether the pool takes requests.
     *
     * @return whether it is neither draining nor closed
     */
    public boolean isOpen() {
        return lifecycle.isOpen();
    }

    /**
     * Tells whether the pool was closed.
     *
     * @return whether it was
     */
    public boolean isClosed() {
        return lifecycle.isClosed();
    }

    /**
     * Returns the exception of a closed pool.
     *
     * @param pool the pool's name
     * @return the exception
     */
    public static PoolClosedException closed(String pool) {
        return Lifecycle.closed(pool);
    }

    long nowNanos() {
        return routes.nanoClock.getAsLong();
    }

    /**
     * Returns the state of a route, for callers that need it more than once.
     *
     * @param route the route
     * @return its state under the present configuration
     */
    public RouteState route(HttpRoute route) {
        return routes.of(route);
    }

    /**
     * Returns the time limit of a call on a route.
     *
     * @param route its route
     * @return nanoseconds; zero for no limit
     */
    public long totalNanos(HttpRoute route) {
        return routes.of(route).policy.totalNanos;
    }

    /**
     * Returns the retry rule of a route.
     *
     * @param route its route
     * @return the rule
     */
    public RetryRule retry(HttpRoute route) {
        return routes.of(route).policy.retry;
    }

    /**
     * Returns the lease terms of requests on a route that could not be replayed.
     *
     * @param route its route
     * @return the terms
     */
    public LeaseTerms termsOfOthers(HttpRoute route) {
        RouteState state = routes.of(route);
        LeaseTerms terms = state.policy.termsOfOthers;
        return state.policy.learns && state.learned.isReuseAtRisk() ? terms.and(LeaseTerms.PROVEN) : terms;
    }

    /**
     * Takes one retry out of the budget of a route.
     *
     * @param route its route
     * @return null if the retry may be made, else why it must not
     */
    public @Nullable RetryBudgetException takeRetry(HttpRoute route) {
        return routes.of(route).incidents().takeRetry();
    }

    /**
     * Notes that a call will be sent again: the connection of a response that is retried is closed, and the name of the
     * host is looked up anew before the next dial. A shared connection stays if it has the last place of its route: it would
     * keep it for as long as others use it.
     *
     * @param route the route of the call
     * @param context that of the call
     * @return the terms for the next connection of the call
     */
    public LeaseTerms retrying(HttpRoute route, HttpContext context) {
        RouteState state = routes.of(route);
        boolean isFull = state.inFlight() > 1
                && state.allocated() >= state.limits().maxEntries()
                && state.all().stream()
                        .anyMatch(each -> HttpVersion.HTTP_2.equals(each.own().getProtocolVersion()));
        PooledConnection refused = Lessons.takeRefused(context);
        if (refused != null && !isFull) {
            refused.route.leave(refused);
        }
        InetSocketAddress hop = FirstHop.name(route);
        CachingDnsResolver known = names;
        if (hop != null && known != null) {
            known.doubt(hop.getHostString(), hop.getPort());
        }
        return isFull ? LeaseTerms.ANY : LeaseTerms.FRESH;
    }

    /**
     * Registers a caller that pauses; it is woken when the pool takes no more requests, and its next lease is refused.
     *
     * @param wake ends the pause; may run at once
     */
    public void pausing(Runnable wake) {
        lifecycle.pausing(wake);
    }

    /**
     * Drops a caller whose pause is over.
     *
     * @param wake the registered callback
     */
    public void resumed(Runnable wake) {
        lifecycle.resumed(wake);
    }

    /** Returns the routes that have connections, or callers that wait for one. */
    Set<HttpRoute> usedRoutes() {
        return routes.all().stream()
                .filter(RouteState::isUsed)
                .map(RouteState::route)
                .collect(Collectors.toSet());
    }

    /** Returns how many connections of a route there are, as HttpClient tells it. */
    PoolStats stats(HttpRoute route) {
        RouteState known = routes.store.find(route);
        Segment.Stats now = known == null ? new Segment.Stats(0, 0, 0, 0, 0, 0) : known.stats();
        return new PoolStats(now.leased() + now.dialing(), now.pending(), now.idle(), limit(route));
    }

    /** Returns how many connections a route, known or not, may have. */
    int limit(HttpRoute route) {
        return routes.limit(route);
    }

    /** {@return the state of the pool} */
    public PoolSnapshot snapshot() {
        return routes.snapshot(nowNanos());
    }

    /**
     * Returns the holders of connections to a target.
     *
     * @param target scheme, host and port
     * @param most the most holders to return
     * @return the holders, longest first
     */
    public List<Holder> holders(String target, int most) {
        String normal = config().effective(target).target();
        List<RouteState> ofTarget = routes.busy().stream()
                .filter(route -> route.target.equals(normal))
                .toList();
        long nowNanos = nowNanos();
        return Incidents.told(Incidents.held(ofTarget, Integer.MAX_VALUE, nowNanos), most, nowNanos);
    }

    /**
     * Returns the figures of the pool for the diagnosis.
     *
     * @return the figures
     */
    public PoolFigures figures() {
        return routes.figures(nowNanos());
    }

    /**
     * Opens connections until a number of them is open.
     *
     * @param target scheme, host and port
     * @param connections the number
     */
    public void warmUp(String target, int connections) {
        spares.warmUp(target, connections);
    }

    /** Closes the idle connections that must close by now. */
    public void sweep() {
        if (!isClosed()) {
            routes.sweep((connection, nowNanos) -> {});
        }
    }

    /** Closes all idle connections. The pool reopens those that routes must have with the next request. */
    public void evictIdle() {
        spares.rest();
        closeIdle(connection -> true, CloseCause.DRAINED);
    }

    /** Closes the connections that have been idle for a time; negative for none. */
    void evictIdle(TimeValue idle) {
        long nowNanos = nowNanos();
        long idleNanos = Math.max(0, idle.toNanoseconds());
        closeIdle(connection -> nowNanos - connection.idleSinceNanos >= idleNanos, CloseCause.DRAINED);
    }

    private void closeIdle(Predicate<PooledConnection> which, CloseCause cause) {
        routes.store.sweep(connection -> which.test((PooledConnection) connection) ? cause : null);
    }

    /**
     * Closes all connections to a target: the idle ones now, the leased ones when they are released.
     *
     * @param target scheme, host and port
     */
    public void drainRoute(String target) {
        String normal = config().effective(target).target();
        retire(route -> route.target.equals(normal), CloseCause.DRAINED);
    }

    /**
     * Closes all connections: the idle ones now, the leased ones when they are released.
     *
     * @param cause the cause
     */
    public void retireAll(CloseCause cause) {
        retire(route -> true, cause);
    }

    private void retire(Predicate<RouteState> which, CloseCause cause) {
        routes.all().stream().filter(which).forEach(route -> route.retire(cause));
        sweep();
    }

    /**
     * Applies another configuration. Limits hold from the next lease on, times from the next look at a connection; idle
     * connections above a lowered limit close at once.
     *
     * @param config the configuration
     */
    public void reconfigure(PoolConfig config) {
        routes.reconfigure(config);
        routes.all().forEach(route -> route.all().forEach(PooledConnection::settingsChanged));
        sweep();
        spares.configure(config);
        Housekeeper keeper = housekeeper;
        if (keeper != null) {
            keeper.maintenance.hurry();
        }
    }

    /**
     * Refuses new leases, lets the current ones end, then closes.
     *
     * @param timeout how long to wait for them
     * @return whether all ended in time, or it was closed before; false also if the thread was interrupted, which keeps its
     *     interrupt
     */
    public boolean drain(Duration timeout) {
        if (isClosed()) {
            return true;
        }
        lifecycle.drain();
        try {
            retireAll(CloseCause.SHUTDOWN);
            return lifecycle.awaitEmpty(saturatedNanos(timeout));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            close();
        }
    }

    // 292 years are long enough.
    private static long saturatedNanos(Duration time) {
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : time.toNanos();
    }

    /** Closes everything at once, leased connections included. Callers that wait for one are refused. */
    public void close() {
        if (lifecycle.close()) {
            closeIdle(connection -> true, CloseCause.SHUTDOWN);
            routes.store.close(CloseMode.IMMEDIATE);
            Housekeeper keeper = housekeeper;
            if (keeper != null) {
                keeper.maintenance.end();
            }
            routes.events.poolClosed(look);
        }
    }
}
