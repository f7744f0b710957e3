package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolListener;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.internal.retry.RetryRule;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * The pool: hands out connections, takes them back, and closes those that must close. Thread-safe. A lease goes
 * {@link Lease#await} - {@link Lease#connect} if need be - {@link Lease#release}.
 */
public final class ConnectionPool {

    /** Admits callers, which must leave however they end. */
    final Lifecycle lifecycle;

    /** The connections. */
    final SegmentedPool<RouteState> store;

    private final Routes routes;
    private final LongSupplier nanoClock;
    // For all routes, so that a route that never connects keeps no table.
    private final Set<HeldLease> unconnected = ConcurrentHashMap.newKeySet();

    // Set when the pool opens.
    private volatile @Nullable CachingDnsResolver names;

    /**
     * Creates a pool without connections.
     *
     * @param config its limits and times
     * @param listeners the listeners of the pool
     * @param nanoClock the time by which connections age
     * @param factory makes connections that are not yet connected
     */
    public ConnectionPool(
            PoolConfig config,
            List<PoolListener> listeners,
            LongSupplier nanoClock,
            HttpConnectionFactory<ManagedHttpClientConnection> factory) {
        this(config, route -> new BlockingConnection(route, factory), listeners, nanoClock);
    }

    ConnectionPool(
            PoolConfig config,
            Function<RouteState, PooledConnection> connections,
            List<PoolListener> listeners,
            LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.lifecycle = new Lifecycle(config.name());
        this.store = new SegmentedPool<>(config.maxTotal(), System::nanoTime);
        this.routes = new Routes(config, store, connections, new PoolEvents(config.name(), listeners), nanoClock);
        this.store.maxDialing(config.dialing().maxConcurrent());
        this.store.maxIdle(config.maxIdle());
    }

    /**
     * Sets the names of settings in findings and errors; call it before there is a connection.
     *
     * @param names the names
     */
    public void names(SettingNames names) {
        routes.names = names;
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
     * Returns the store of the connections.
     *
     * @return the store
     */
    public SegmentedPool<RouteState> store() {
        return store;
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

    boolean isOpen() {
        return lifecycle.isOpen();
    }

    boolean isClosed() {
        return lifecycle.isClosed();
    }

    /** Returns the failure of an exchange that was under way when the pool was closed; null while it is not closed. */
    @Nullable
    PoolClosedException endOfExchange() {
        return isClosed() ? ClosedPool.underWay(routes.name()) : null;
    }

    /** Returns the failure of a call whose connection could not be established; null while the pool is not closed. */
    @Nullable
    PoolClosedException endOfDial() {
        return isClosed() ? ClosedPool.beforeSending(routes.name()) : null;
    }

    /** Closes all connections, leased ones included, and refuses the callers that wait; false if it was closed before. */
    boolean close() {
        if (!lifecycle.close()) {
            return false;
        }
        closeIdle(connection -> true, CloseCause.SHUTDOWN);
        store.close(CloseMode.IMMEDIATE);
        return true;
    }

    /** Closes the idle connections that a test picks. */
    void closeIdle(Predicate<PooledConnection> which, CloseCause cause) {
        store.sweep(connection -> which.test((PooledConnection) connection) ? cause : null);
    }

    /** The leases that had no connection when they were made: their connections may not lead back to them. */
    Set<HeldLease> unconnected() {
        return unconnected;
    }

    long nowNanos() {
        return nanoClock.getAsLong();
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

    /** Tells whether a connection that was idle may be used; if it may not, it is closed. */
    boolean fitForReuse(BlockingConnection connection, RoutePolicy policy, long nowNanos) {
        if (!connection.claim()) {
            return false;
        }
        CloseCause cause = connection.causeIfIdle(policy, nowNanos);
        long idleNanos = nowNanos - connection.idleSinceNanos;
        if (cause == null && connection.isBeyondLearned(idleNanos)) {
            cause = CloseCause.KEEP_ALIVE_EXPIRED;
        }
        if (cause == null) {
            cause = connection.unfit(idleNanos, policy.validateAfterNanos);
        }
        if (cause != null) {
            // One with TLS is cut, because its closing handshake would keep the socket open while its caller looks for
            // another, or dials another in its place; dispose knows the others.
            connection.doom(cause);
            connection.discard(CloseMode.IMMEDIATE);
            return false;
        }
        connection.seenOpenNanos = nowNanos;
        connection.lessons.rested(idleNanos);
        return true;
    }

    /** Looks up names for it from now on. */
    void resolvesBy(CachingDnsResolver resolver) {
        names = resolver;
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
                && state.allocated() >= state.policy.maxConnections
                && state.all().stream().anyMatch(each -> HttpVersion.HTTP_2.equals(each.getProtocolVersion()));
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

    /** Prepares the dial of a connection, unless the pool was closed. */
    void beginDial(BlockingConnection connection) throws IOException {
        connection.beginDial();
        refuseIfClosed(connection);
    }

    /** Closes a connection that is to be dialed if the pool was closed. */
    void refuseIfClosed(PooledConnection connection) {
        PoolClosedException end = endOfDial();
        if (end != null) {
            connection.discard(CloseMode.IMMEDIATE);
            throw end;
        }
    }

    void takeBack(
            BlockingConnection connection,
            RouteState route,
            @Nullable Object state,
            long keepAliveNanos,
            long nowNanos) {
        boolean reusable = false;
        try {
            reusable = park(connection, route, state, keepAliveNanos, nowNanos);
        } finally {
            connection.release(reusable);
            if (lifecycle.isClosed()) {
                // The closed store takes nothing back, so no other code would close it.
                connection.discard(CloseMode.IMMEDIATE);
            }
        }
    }

    // One that must close is closed by the store, which knows whether a caller waits for its place.
    private boolean park(
            BlockingConnection connection,
            RouteState route,
            @Nullable Object state,
            long keepAliveNanos,
            long nowNanos) {
        if (!connection.isOpen()) {
            return false;
        }
        long allowedNanos = Math.min(keepAliveNanos, connection.keepAliveNanos);
        RoutePolicy policy = route.policy;
        CloseCause cause = connection.inconsistency();
        if (cause == null) {
            cause = connection.causeIfReleased(policy, allowedNanos, nowNanos);
        }
        if (cause == null && !connection.belongsTo(state)) {
            cause = CloseCause.PRIVATE;
        }
        if (cause != null) {
            connection.doom(cause);
            return false;
        }
        if (connection.state() != state) {
            connection.state(state);
        }
        connection.passivate();
        return connection.parked(allowedNanos, nowNanos);
    }

    PoolExhaustedException timedOut(RouteState route, long waitedNanos, boolean isOwnLimit) {
        return route.incidents().timedOut(Duration.ofNanos(waitedNanos), isOwnLimit);
    }

    PoolExhaustedException rejected(RouteState route, int maxPending) {
        return route.incidents().rejected(maxPending);
    }
}
