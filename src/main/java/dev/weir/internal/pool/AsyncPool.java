package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolListener;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.callback.CallbackExecutor;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The pool for callers that do not block: the same books and the same store as {@link ConnectionPool}, with connections that
 * several callers share. Thread-safe. A lease goes {@link #lease} - {@link StreamLease#connect} if need be -
 * {@link StreamLease#release}.
 */
public final class AsyncPool {

    /** Called with how a lease ended. */
    public interface Answer {
        /**
         * There is a lease.
         *
         * @param lease the lease
         */
        void leased(StreamLease lease);

        /**
         * There is none.
         *
         * @param cause the cause
         */
        void refused(Exception cause);

        /** The caller has given up. */
        void cancelled();
    }

    private static final long WATCH_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    final ConnectionPool core;
    private final Function<AsyncPool, ? extends SharedTransport> transports;

    // Replaced as a whole when the configuration changes.
    private volatile StreamSettings settings;
    // Used on I/O threads, at moments when nothing may be allocated.
    private final String name;

    /**
     * Creates a pool without connections.
     *
     * @param config its limits and times
     * @param listeners the listeners of the pool
     * @param nanoClock the time by which connections age
     * @param transports makes connections that are not yet connected
     */
    public AsyncPool(
            PoolConfig config,
            List<PoolListener> listeners,
            LongSupplier nanoClock,
            Function<AsyncPool, ? extends SharedTransport> transports) {
        this.transports = transports;
        this.core = new ConnectionPool(config, listeners, nanoClock, new NewEntries());
        this.settings = StreamSettings.of(config);
        this.name = "pool '" + config.name() + "'";
    }

    /**
     * Returns the pool with the books and the store.
     *
     * @return the pool below
     */
    public ConnectionPool core() {
        return core;
    }

    /**
     * Changes the settings; all except the protocol also apply to existing connections.
     *
     * @param next the settings
     */
    public void settings(StreamSettings next) {
        settings = next;
        for (RouteState route : core.routes().all()) {
            route.connections()
                    .forEach(connection -> SharedTransport.of(connection).settingsChanged());
        }
    }

    private final class NewEntries implements RouteState.Seed {
        @Override
        public PooledConnection connection(RouteState route) {
            SharedTransport transport = transports.apply(AsyncPool.this);
            double jitterShare = ThreadLocalRandom.current().nextDouble();
            SharedConnection connection = new SharedConnection(transport, route, jitterShare);
            transport.enteredIn(connection);
            return connection;
        }

        @Override
        public int capacity(RouteState route) {
            StreamSettings own = settings.over(route.policy.protocol);
            int known = route.streams;
            if (known == 1 || own.isSingle(route.route)) {
                return 1;
            }
            if (known == 0) {
                return 0;
            }
            boolean isOpen = known == RouteState.UNKNOWN && !own.isMultiplexed();
            int most = isOpen ? RouteState.UNKNOWN : Math.min(known, own.maxStreams());
            return (int) Math.max(1, Math.min(most, route.policy.maxRequests));
        }
    }

    /**
     * Returns the settings of shared connections.
     *
     * @return the settings in force
     */
    public StreamSettings settings() {
        return settings;
    }

    /**
     * Returns the failure of an exchange whose connection was closed on this side.
     *
     * @param isForTunnel whether only a tunnel was being opened, so that no request was sent
     * @return says that the pool, or else the connection, was closed
     */
    public Exception endOfConnection(boolean isForTunnel) {
        PoolClosedException end = isForTunnel ? core.endOfDial() : core.endOfExchange();
        return end != null ? end : new ConnectionClosedException("Connection was closed");
    }

    /** Returns what to tell a caller whose connection could not be established: that the pool was closed, if it was. */
    Exception endOfDial(Exception failure) {
        PoolClosedException end = core.endOfDial();
        if (end == null) {
            return failure;
        }
        end.initCause(failure);
        return end;
    }

    /**
     * Requests the right to an exchange.
     *
     * @param route its route
     * @param state the user of the connection; null for any
     * @param terms what it may have been through
     * @param timeout how long the request would wait; the smaller of it and {@code poolWait} counts, zero or less is none
     * @param answer called at its end, perhaps on this thread
     * @return gives up when called; returns whether it was in time
     */
    public Supplier<Boolean> lease(
            HttpRoute route, @Nullable Object state, LeaseTerms terms, Timeout timeout, Answer answer) {
        RouteState routeState = core.routes().of(route);
        routeState.asked();
        long usualNanos = routeState.policy.poolWaitNanos;
        boolean isOwnLimit = TimeValue.isPositive(timeout) && timeout.toNanoseconds() < usualNanos;
        StreamLease lease = new StreamLease(this, routeState, state, terms, answer);
        core.lifecycle.enter();
        lease.search(System.nanoTime(), isOwnLimit ? timeout.toNanoseconds() : usualNanos, isOwnLimit);
        return lease::giveUp;
    }

    /**
     * Gives a caller an entry that the store handed over; false if its connection must close, so the caller has to ask
     * again.
     */
    boolean assign(StreamLease lease, Entry<HttpRoute, PooledConnection> entry, long waitedNanos) {
        boolean isKnown = false;
        try {
            boolean assigned = assignIfFit(lease, entry, waitedNanos);
            isKnown = true;
            return assigned;
        } finally {
            if (!isKnown && lease.transport() == null) {
                entry.decline(true); // otherwise it goes back with the lease
            }
        }
    }

    private boolean assignIfFit(StreamLease lease, Entry<HttpRoute, PooledConnection> entry, long waitedNanos) {
        SharedConnection connection = (SharedConnection) entry.connection();
        if (connection == null) {
            entry.decline(false);
            return false;
        }
        RouteState route = lease.route;
        CloseCause cause = unfit(connection, route);
        if (cause != null || !connection.transport.join(lease, connection, entry)) {
            if (cause != null) {
                discard(connection, cause);
            }
            entry.retire();
            entry.release(false);
            return false;
        }
        lease.assigned(connection, waitedNanos);
        route.lent();
        if (connection.transport.granted >= route.policy.maxRequests) {
            connection.doom(CloseCause.MAX_REQUESTS);
            entry.retire();
        }
        return true;
    }

    // The caller asks again, and the closing handshake of TLS would keep the socket open meanwhile. What others use
    // stays.
    private static void discard(PooledConnection books, CloseCause cause) {
        books.doom(cause);
        if (books.claim()) {
            books.close(CloseMode.IMMEDIATE);
        }
    }

    /** Takes an entry that no caller has asked for, for the pool itself; null if the pool was closed. */
    @Nullable
    StreamLease own(RouteState route, Entry<HttpRoute, PooledConnection> entry) {
        if (!core.isOpen()) {
            entry.release(false);
            return null;
        }
        StreamLease lease = StreamLease.own(this, route);
        return assign(lease, entry, 0) ? lease : null;
    }

    private @Nullable CloseCause unfit(SharedConnection connection, RouteState route) {
        if (!connection.transport.isDialed()) {
            return connection.doom;
        }
        if (!connection.transport.isOpen()) {
            return CloseCause.SERVER_CLOSED_IDLE;
        }
        long nowNanos = core.nowNanos();
        if (!connection.isIdle()) {
            return connection.causeIfReleased(route.policy, Long.MAX_VALUE, nowNanos);
        }
        boolean isBeyondLearned = connection.isBeyondLearned(nowNanos - connection.idleSinceNanos);
        return isBeyondLearned ? CloseCause.KEEP_ALIVE_EXPIRED : connection.causeIfIdle(route.policy, nowNanos);
    }

    /** Takes a connection back, whatever its state. */
    void takeBack(StreamLease lease, SharedConnection connection, long keepAliveNanos, long nowNanos) {
        RouteState route = lease.route;
        Entry<HttpRoute, PooledConnection> entry = connection.entry();
        boolean reusable = false;
        try {
            reusable = leave(lease, connection, entry, keepAliveNanos, nowNanos);
        } finally {
            route.returning();
            entry.release(reusable);
        }
    }

    /** Takes back a connection that turned out to have no room for a caller. */
    void takeBackUnused(StreamLease lease, SharedConnection connection) {
        Entry<HttpRoute, PooledConnection> entry = connection.entry();
        boolean reusable = false;
        try {
            agree(entry, connection.transport);
            reusable = leave(lease, connection, entry, Long.MAX_VALUE, core.nowNanos());
        } finally {
            entry.decline(reusable);
        }
    }

    private static boolean leave(
            StreamLease lease,
            SharedConnection connection,
            Entry<HttpRoute, PooledConnection> entry,
            long keepAliveNanos,
            long nowNanos) {
        SharedTransport transport = connection.transport;
        if (!transport.isDialed()) {
            boolean stays = connection.doom == null && !connection.isClosed();
            return transport.leave(lease, connection, stays, 0, nowNanos);
        }
        long wishedNanos = transport.isMultiplexed() ? Long.MAX_VALUE : keepAliveNanos;
        long allowedNanos = Math.min(wishedNanos, connection.keepAliveNanos);
        CloseCause cause = connection.causeIfReleased(lease.route.policy, allowedNanos, nowNanos);
        if (cause == null && !connection.belongsTo(entry.state())) {
            cause = CloseCause.PRIVATE;
        }
        boolean isOpen = transport.isOpen();
        if (!isOpen) {
            connection.endedUnused(); // what ends it during an exchange is noted by then
        } else if (cause != null) {
            connection.doom(cause);
        }
        return transport.leave(lease, connection, cause == null && isOpen, allowedNanos, nowNanos);
    }

    /** Notes that a connection is established; false if it was closed meanwhile. */
    boolean dialed(RouteState route, SharedTransport transport, int streams) {
        Entry<HttpRoute, PooledConnection> entry = transport.entry;
        if (transport.isOver() || entry == null) {
            return false;
        }
        established(route, transport, streams);
        agree(entry, transport);
        entry.dialed();
        List<StreamLease> waited = transport.ready(); // last: earlier failures are reported to waiting callers
        if (waited == null) {
            return false;
        }
        waited.forEach(CallbackExecutor::run);
        return true;
    }

    /** Notes that a connection could not be established. */
    void dialFailed(RouteState route, SharedTransport transport, Exception cause, boolean teaches) {
        List<StreamLease> waited = transport.over(cause); // first: it may fail, and is then retried
        Entry<HttpRoute, PooledConnection> entry = transport.entry;
        try {
            if (entry != null) {
                entry.retire(); // before the store lets another caller dial
                entry.dialFailed(cause, teaches);
            }
            transport.books().close(CloseMode.IMMEDIATE);
        } finally {
            waited.forEach(CallbackExecutor::run);
        }
    }

    /**
     * Changes how many exchanges a connection carries at once, because its limit has changed. If more are under way, they go
     * on.
     *
     * @param transport the connection
     */
    public void changeRoom(SharedTransport transport) {
        Entry<HttpRoute, PooledConnection> entry = transport.entry;
        RouteState route = transport.books().route;
        int room = transport.fit(streams -> room(route, streams));
        observed(transport, room);
        if (room > 0 && route.streams == 0) {
            route.streams = Math.max(2, transport.streams());
        }
        if (entry != null) {
            agree(entry, transport);
        }
    }

    /**
     * Admits no further caller to a connection; it closes when its last exchange has ended.
     *
     * @param transport the connection
     * @param cause the cause
     */
    public void retire(SharedTransport transport, CloseCause cause) {
        transport.books().doom(cause);
        Entry<HttpRoute, PooledConnection> entry = transport.entry;
        if (entry != null) {
            entry.retire();
        }
    }

    /**
     * Checks its connections: one that must close takes no further exchange, even if it is never idle, and one that its server
     * has closed leaves before a caller gets it. Returns when to check again.
     */
    long watch() {
        long nowNanos = core.nowNanos();
        for (RouteState route : core.routes().busy()) {
            for (PooledConnection connection : route.open()) {
                watch(route, connection, nowNanos);
            }
        }
        return WATCH_PAUSE_NANOS;
    }

    private void watch(RouteState route, PooledConnection connection, long nowNanos) {
        SharedTransport transport = SharedTransport.of(connection);
        if (!transport.isOpen()) {
            connection.detectClose(nowNanos); // which shows how long it may be idle
            retire(transport, CloseCause.SERVER_CLOSED_IDLE);
            return;
        }
        CloseCause cause = connection.causeIfReleased(route.policy, Long.MAX_VALUE, nowNanos);
        if (cause != null) {
            retire(transport, cause);
        }
    }

    /** Computes for how many exchanges a new connection has room. */
    private void established(RouteState route, SharedTransport transport, int streams) {
        route.streams = transport.isMultiplexed() ? (streams == 0 ? 0 : Math.max(2, streams)) : 1;
        transport.books().opened(core.nowNanos());
        observed(transport, transport.fit(ignored -> room(route, streams)));
    }

    /** Tells the store for how many there is room. A thread that made a change meanwhile tells it again. */
    private void agree(Entry<HttpRoute, PooledConnection> entry, SharedTransport transport) {
        int seats;
        do {
            seats = transport.seats();
            entry.resize(seats);
        } while (transport.seats() != seats);
    }

    // A connection of one user says nothing about the others.
    private static void observed(SharedTransport transport, int room) {
        PooledConnection books = transport.books();
        if (room > 0 && !books.isPrivate()) {
            books.route.carried = room;
        }
    }

    private int room(RouteState route, int streams) {
        return (int) Math.min(Math.min(streams, settings.maxStreams()), route.policy.maxRequests);
    }

    /** Returns the name of the pool in texts. */
    @Override
    public String toString() {
        return name;
    }
}
