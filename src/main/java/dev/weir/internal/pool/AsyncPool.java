package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Seed;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolListener;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The pool at work for callers that do not block: the same books and the same store as {@link ConnectionPool}, with connections
 * that several callers share. Thread-safe. A lease goes {@link #lease} - {@link StreamLease#connect} if need be -
 * {@link StreamLease#release}.
 */
public final class AsyncPool {

    /** Hears how a lease ended. */
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
         * @param cause why
         */
        void failed(Exception cause);

        /** The caller has given up. */
        void cancelled();
    }

    private final ConnectionPool pool;
    private final Supplier<? extends SharedTransport> transports;

    // Replaced as a whole when the configuration changes.
    private volatile StreamSettings settings;

    /**
     * Creates a pool without connections.
     *
     * @param config its limits and times
     * @param settings what holds for shared connections
     * @param listeners who hears what happens
     * @param nanoClock the time by which connections age
     * @param transports makes connections that are not yet connected
     */
    public AsyncPool(
            PoolConfig config,
            StreamSettings settings,
            List<PoolListener> listeners,
            LongSupplier nanoClock,
            Supplier<? extends SharedTransport> transports) {
        this.settings = settings;
        this.transports = transports;
        this.pool = new ConnectionPool(config, listeners, nanoClock, new NewEntries());
    }

    /**
     * Returns the books and the store.
     *
     * @return the pool below
     */
    public ConnectionPool core() {
        return pool;
    }

    /**
     * Lets other settings hold: all but the protocol for connections that are there, too.
     *
     * @param next the settings
     */
    public void settings(StreamSettings next) {
        boolean wasStrict = settings.strict();
        settings = next;
        for (RouteState route : pool.routes().all()) {
            if (wasStrict && !next.strict()) {
                setLimit(route, route.policy().maxConnections);
            }
            limit(route);
            route.connections().forEach(connection -> ((SharedTransport) connection.delegate).settingsChanged());
        }
    }

    private final class NewEntries implements Seed<HttpRoute, ManagedHttpClientConnection> {
        @Override
        public ManagedHttpClientConnection connection(HttpRoute route) {
            SharedTransport transport = transports.get();
            double jitterShare = ThreadLocalRandom.current().nextDouble();
            PooledConnection connection =
                    new PooledConnection(transport, pool.routes().known(route), jitterShare);
            transport.enteredIn(connection);
            return connection;
        }

        @Override
        public int capacity(HttpRoute route) {
            RouteState state = pool.routes().known(route);
            return state.streams().expected(route, settings, state.policy().maxRequests);
        }
    }

    /**
     * Returns how many exchanges a connection carries at once, at most.
     *
     * @return what is configured
     */
    public int maxStreams() {
        return settings.maxStreams();
    }

    /**
     * Returns what holds for shared connections.
     *
     * @return the settings in force
     */
    public StreamSettings settings() {
        return settings;
    }

    SegmentedPool<HttpRoute, ManagedHttpClientConnection> store() {
        return pool.store();
    }

    long nowNanos() {
        return pool.nowNanos();
    }

    boolean isClosed() {
        return pool.lifecycle().isClosed();
    }

    PoolClosedException refusal() {
        return pool.lifecycle().refusal();
    }

    /**
     * Returns what an exchange is told whose connection is closed on this side.
     *
     * @return that the pool was closed, or else its connection
     */
    public Exception endOfConnection() {
        return isClosed() ? refusal() : new ConnectionClosedException("Connection was closed");
    }

    void leave() {
        pool.lifecycle().leave();
    }

    PoolExhaustedException rejected(RouteState route) {
        return pool.rejected(route, route.policy().maxPending);
    }

    PoolExhaustedException timedOut(RouteState route, long waitedNanos, boolean isOwnLimit) {
        return pool.timedOut(route, waitedNanos, isOwnLimit);
    }

    /**
     * Asks for the right to an exchange.
     *
     * @param route where to
     * @param state whose connection it must be; null for anybody's
     * @param terms what it may have been through
     * @param timeout how long the request would wait; the smaller of it and {@code poolWait} counts, zero or less is none
     * @param answer told how it ends, perhaps on this thread
     * @return gives up when it runs; returns whether it was in time
     */
    public Supplier<Boolean> lease(
            HttpRoute route, @Nullable Object state, LeaseTerms terms, Timeout timeout, Answer answer) {
        RouteState routeState = pool.routes().of(route);
        routeState.asked(nowNanos());
        limit(routeState);
        pool.lifecycle().enter();
        FirstSearch search = new FirstSearch(routeState, state, terms, timeout, answer);
        search.start();
        return search::cancel;
    }

    private final class FirstSearch implements StreamRequest.Seeker {
        private final RouteState route;
        private final @Nullable Object state;
        private final LeaseTerms terms;
        private final Timeout timeout;
        private final Answer answer;
        private final long startNanos = System.nanoTime();

        // Replaced when what was found cannot be used.
        private volatile @Nullable StreamRequest request;

        FirstSearch(RouteState route, @Nullable Object state, LeaseTerms terms, Timeout timeout, Answer answer) {
            this.route = route;
            this.state = state;
            this.terms = terms;
            this.timeout = timeout;
            this.answer = answer;
        }

        void start() {
            long usualNanos = route.policy().poolWaitNanos;
            long waitNanos = TimeValue.isPositive(timeout) ? Math.min(usualNanos, timeout.toNanoseconds()) : usualNanos;
            StreamRequest next =
                    new StreamRequest(AsyncPool.this, route, this, startNanos, waitNanos, waitNanos < usualNanos);
            request = next;
            next.start(state, terms);
        }

        boolean cancel() {
            StreamRequest current = request;
            return current != null && current.cancel();
        }

        @Override
        public void found(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry, long waitedNanos) {
            StreamLease lease = new StreamLease(AsyncPool.this, route, state, terms, nowNanos());
            if (!assign(lease, entry, waitedNanos)) {
                start();
                return;
            }
            if (lease.isConnected()) {
                lease.reused();
            }
            answer.leased(lease);
        }

        @Override
        public void failed(Exception cause, LeaseOutcome outcome, long waitedNanos) {
            route.ended(outcome, waitedNanos);
            leave();
            answer.failed(cause);
        }

        @Override
        public void cancelled(long waitedNanos) {
            route.ended(LeaseOutcome.CANCELLED, waitedNanos);
            leave();
            answer.cancelled();
        }
    }

    /** Returns a search for another connection, for a caller that has a lease. */
    StreamRequest search(StreamLease lease, StreamRequest.Seeker seeker) {
        RouteState route = lease.routeState();
        return new StreamRequest(this, route, seeker, System.nanoTime(), route.policy().poolWaitNanos, false);
    }

    /** Gives a caller an entry that the store handed over; false if its connection must go, so that it has to ask again. */
    boolean assign(StreamLease lease, PoolEntry<HttpRoute, ManagedHttpClientConnection> entry, long waitedNanos) {
        RouteState route = lease.routeState();
        SharedTransport transport = SharedTransport.of(entry);
        if (transport == null) {
            store().release(entry, false);
            return false;
        }
        CloseCause cause = unfit(transport, route);
        if (cause != null || !transport.join(lease, entry)) {
            if (cause != null) {
                transport.books().doom(cause);
            }
            store().retire(entry);
            store().release(entry, false);
            return false;
        }
        route.leased.incrementAndGet();
        lease.assigned(new StreamLease.Held(entry, transport), waitedNanos);
        if (transport.granted() >= route.policy().maxRequests) {
            transport.books().doom(CloseCause.MAX_REQUESTS);
            store().retire(entry);
        }
        return true;
    }

    private @Nullable CloseCause unfit(SharedTransport transport, RouteState route) {
        PooledConnection books = transport.books();
        if (!transport.isDialed()) {
            return books.doom();
        }
        if (!transport.isOpen()) {
            return CloseCause.SERVER_CLOSED_IDLE;
        }
        return books.isIdle()
                ? Retirement.ofIdle(books, route.policy(), nowNanos())
                : Retirement.ofReleased(books, route.policy(), Long.MAX_VALUE, nowNanos());
    }

    /** Has the store know how many a connection holds: it may have heard of two changes in the wrong order. */
    void agree(StreamLease.Held held) {
        store().changeCapacity(held.entry(), held.transport().seats());
    }

    /** Takes a connection back, whatever the caller has done with it. */
    void takeBack(StreamLease lease, StreamLease.Held held, long keepAliveNanos) {
        RouteState route = lease.routeState();
        boolean reusable = false;
        try {
            reusable = leave(lease, held.transport(), keepAliveNanos);
        } finally {
            route.leased.decrementAndGet();
            store().release(held.entry(), reusable);
            limit(route);
        }
    }

    private boolean leave(StreamLease lease, SharedTransport transport, long keepAliveNanos) {
        long nowNanos = nowNanos();
        PooledConnection books = transport.books();
        RouteState route = lease.routeState();
        if (!transport.isDialed()) {
            return transport.leave(lease, books.doom() == null && !books.isClosed(), 0, nowNanos);
        }
        long wishedNanos = transport.isMultiplexed() ? Long.MAX_VALUE : keepAliveNanos;
        long allowedNanos = Math.min(wishedNanos, books.keepAliveNanos());
        CloseCause cause = Retirement.ofReleased(books, route.policy(), allowedNanos, nowNanos);
        if (cause != null && transport.isOpen()) {
            books.doom(cause);
        }
        return transport.leave(lease, cause == null && transport.isOpen(), allowedNanos, nowNanos);
    }

    /** Takes note that a connection is established; false if it was closed meanwhile. */
    boolean dialed(RouteState route, SharedTransport transport, int streams) {
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = transport.entry();
        int room = room(route, streams);
        route.streams().learned(transport.isMultiplexed() ? Math.max(2, streams) : 1);
        transport.books().opened(nowNanos());
        List<StreamLease> waited = transport.ready(room);
        if (waited == null || entry == null) {
            return false;
        }
        limit(route);
        store().changeCapacity(entry, room);
        waited.forEach(lease -> Aside.run(lease::proceed));
        return true;
    }

    private int room(RouteState route, int streams) {
        return (int) Math.min(Math.min(streams, settings.maxStreams()), route.policy().maxRequests);
    }

    /** Takes note that a connection could not be established. */
    void dialFailed(RouteState route, SharedTransport transport, Exception cause) {
        List<StreamLease> waited = transport.over(cause);
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = transport.entry();
        if (entry != null) {
            store().retire(entry);
        }
        transport.books().close(CloseMode.IMMEDIATE);
        waited.forEach(lease -> Aside.run(lease::proceed));
        limit(route);
    }

    /**
     * Changes how many exchanges a connection carries at once, because its server said so.
     *
     * @param transport the connection
     * @param streams how many; if more are under way, they go on
     */
    public void changeRoom(SharedTransport transport, int streams) {
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = transport.entry();
        RouteState route = transport.books().route();
        int room = Math.max(0, room(route, streams));
        transport.room(room);
        if (entry != null) {
            store().changeCapacity(entry, room);
        }
    }

    /**
     * Lets nobody else use a connection; it is closed when its last exchange has ended.
     *
     * @param transport the connection
     * @param cause why
     */
    public void retire(SharedTransport transport, CloseCause cause) {
        transport.books().doom(cause);
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = transport.entry();
        if (entry != null) {
            store().retire(entry);
            limit(transport.books().route());
        }
    }

    /** Makes the limit of a route what it is by the configuration, or by what a strict pool allows at the moment. */
    private void limit(RouteState route) {
        if (!settings.strict()) {
            return;
        }
        int most = route.policy().maxConnections;
        boolean isShared = route.streams().known() != 1 && !settings.isSingle(route.route());
        int leaving = (int) route.connections().stream()
                .filter(connection -> connection.doom() != null)
                .count();
        setLimit(route, isShared ? Math.min(most, 1 + leaving) : most);
    }

    private void setLimit(RouteState route, int limit) {
        if (store().getMaxPerRoute(route.route()) != limit) {
            store().setMaxPerRoute(route.route(), limit);
        }
    }

    /** Lets go of connections in use that must go, and of idle ones that are closed: nobody else would look at them. */
    void look() {
        long nowNanos = nowNanos();
        for (RouteState route : pool.routes().all()) {
            for (PooledConnection connection : route.connections()) {
                look(route, connection, nowNanos);
            }
        }
    }

    private void look(RouteState route, PooledConnection connection, long nowNanos) {
        SharedTransport transport = (SharedTransport) connection.delegate;
        if (!transport.isOpen()) {
            retire(transport, CloseCause.SERVER_CLOSED_IDLE);
            return;
        }
        if (!transport.isAlive(settings)) {
            retire(transport, CloseCause.STALE);
            connection.close(CloseMode.IMMEDIATE);
            return;
        }
        CloseCause cause = Retirement.ofReleased(connection, route.policy(), Long.MAX_VALUE, nowNanos);
        if (cause != null) {
            retire(transport, cause);
        }
    }
}
