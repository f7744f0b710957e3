package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolListener;
import dev.weir.failure.PoolClosedException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
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

    final ConnectionPool core;
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
        Function<RouteState, PooledConnection> connections =
                route -> new SharedConnection(route, transports.apply(this));
        this.core = new ConnectionPool(config, connections, listeners, nanoClock);
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
            route.all().forEach(connection -> SharedTransport.of(connection).settingsChanged());
        }
    }

    /**
     * Establishes connections from now on; call it before there is a route.
     *
     * @param dialer begins each
     */
    public void dialBy(StreamLease.Dialer dialer) {
        core.routes().dialer = new RouteDialer(dialer);
    }

    private final class RouteDialer implements RouteState.Dialer {

        private final StreamLease.Dialer dialer;

        RouteDialer(StreamLease.Dialer dialer) {
            this.dialer = dialer;
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

        @Override
        public void dial(PooledConnection connection) throws IOException {
            Exception failure = begin((SharedConnection) connection, end -> {});
            if (failure != null) {
                throw failure instanceof IOException io ? io : new IOException(failure);
            }
        }

        @Nullable
        Exception begin(SharedConnection connection, Consumer<@Nullable Exception> whenEnded) {
            connection.beginDial();
            core.refuseIfClosed(connection);
            return new StreamDial(AsyncPool.this, connection, whenEnded).begin(dialer);
        }
    }

    /** Dials in the place that a caller has; returns the failure if that fails at once. */
    @Nullable
    Exception dial(SharedConnection connection, Consumer<@Nullable Exception> whenEnded) {
        return core.routes().dialer instanceof RouteDialer dialer
                ? dialer.begin(connection, whenEnded)
                : new ConnectionShutdownException();
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

    /** Lets a caller use a connection; false, after giving that back, if the caller has to ask again. */
    boolean use(StreamLease lease, SharedConnection connection) {
        RouteState route = lease.route;
        CloseCause cause = unfit(lease, connection, route);
        if (cause != null || !connection.join(lease)) {
            if (cause != null) {
                // The caller asks again, and the closing handshake of TLS would keep the socket open meanwhile.
                connection.endUnlessUsed(cause);
            }
            connection.retire();
            connection.decline(false);
            return false;
        }
        route.lent();
        if (connection.granted >= route.policy.maxRequests) {
            connection.doom(CloseCause.MAX_REQUESTS);
            connection.retire();
        }
        return true;
    }

    private @Nullable CloseCause unfit(StreamLease lease, SharedConnection connection, RouteState route) {
        if (!connection.transport.isOpen()) {
            return CloseCause.SERVER_CLOSED_IDLE;
        }
        if (lease.isNew(connection, false)) {
            return connection.doom; // it was dialed for such callers, and has been idle for a moment only
        }
        long nowNanos = core.nowNanos();
        if (connection.hasUsers()) {
            return connection.causeIfReleased(route.policy, Long.MAX_VALUE, nowNanos);
        }
        boolean isBeyondLearned = connection.isBeyondLearned(nowNanos - connection.idleSinceNanos);
        return isBeyondLearned ? CloseCause.KEEP_ALIVE_EXPIRED : connection.causeIfIdle(route.policy, nowNanos);
    }

    /** Takes a place back, whatever the state of its connection; one that its caller had no use for is not judged. */
    void takeBack(StreamLease lease, SharedConnection connection, long keepAliveNanos, boolean isUsed, long nowNanos) {
        boolean reusable = false;
        try {
            reusable = leave(lease, connection, keepAliveNanos, nowNanos);
        } finally {
            if (isUsed) {
                connection.release(reusable);
            } else {
                connection.decline(reusable);
            }
        }
    }

    private static boolean leave(StreamLease lease, SharedConnection connection, long keepAliveNanos, long nowNanos) {
        SharedTransport transport = connection.transport;
        long wishedNanos = transport.isMultiplexed() ? Long.MAX_VALUE : keepAliveNanos;
        long allowedNanos = Math.min(wishedNanos, connection.keepAliveNanos);
        CloseCause cause = connection.causeIfReleased(lease.route.policy, allowedNanos, nowNanos);
        if (cause == null && !connection.belongsTo(connection.state())) {
            cause = CloseCause.PRIVATE;
        }
        boolean isOpen = transport.isOpen();
        if (!isOpen) {
            connection.endedUnused(); // what ends it during an exchange is noted by then
        } else if (cause != null) {
            connection.doom(cause);
        }
        return connection.leave(lease, cause == null && isOpen && connection.isEstablished(), allowedNanos, nowNanos);
    }

    /** Notes that a connection is established, which is idle until a caller gets it; false if it was closed meanwhile. */
    boolean dialed(SharedConnection connection, int streams) {
        RouteState route = connection.route;
        SharedTransport transport = connection.transport;
        long nowNanos = core.nowNanos();
        connection.opened(nowNanos);
        if (!connection.parked(route.policy.keepAliveNanos, nowNanos)) {
            return false;
        }
        connection.dialed(() -> {
            // With the room of the connection: a caller that saw the one alone would dial another.
            route.streams = transport.isMultiplexed() ? (streams == 0 ? 0 : Math.max(2, streams)) : 1;
            return fit(connection);
        });
        return true;
    }

    /** Notes that a connection could not be established. */
    void dialFailed(SharedConnection connection, Exception cause, boolean teaches) {
        try {
            connection.dialFailed(cause, teaches);
        } finally {
            connection.close(CloseMode.IMMEDIATE);
        }
    }

    // Called while the gate of the route is held.
    private int fit(SharedConnection connection) {
        RouteState route = connection.route;
        int streams = connection.transport.isMultiplexed() ? connection.transport.streams() : 1;
        long most = Math.min(settings.maxStreams(), route.policy.maxRequests);
        int room = (int) Math.max(0, Math.min(streams, most));
        // A connection of one user says nothing about the others.
        if (room > 0 && !connection.isPrivate()) {
            route.carried = room;
        }
        return room;
    }

    /**
     * Changes how many exchanges a connection carries at once, because its limit has changed. If more are under way, they go
     * on.
     *
     * @param transport the connection
     */
    public void changeRoom(SharedTransport transport) {
        SharedConnection connection = transport.shared();
        RouteState route = connection.route;
        if (connection.resize(() -> fit(connection)) > 0 && route.streams == 0) {
            route.streams = Math.max(2, transport.streams());
        }
    }

    /**
     * Admits no further caller to a connection; it closes when its last exchange has ended.
     *
     * @param transport the connection
     * @param cause the cause
     */
    public void retire(SharedTransport transport, CloseCause cause) {
        SharedConnection connection = transport.shared();
        connection.doom(cause);
        connection.retire();
    }

    /** Returns the name of the pool in texts. */
    @Override
    public String toString() {
        return name;
    }
}
