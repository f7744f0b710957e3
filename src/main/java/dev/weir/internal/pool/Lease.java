package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.event.LeaseFacts;
import dev.weir.event.LeaseOutcome;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection in the hands of a caller, until it is released: once, however often that is asked. The holder's thread uses
 * it; any thread may close it.
 */
public final class Lease {

    /** Establishes a connection. */
    @FunctionalInterface
    public interface Dial {
        /**
         * Connects.
         *
         * @param connection what to connect
         * @throws IOException if that fails
         */
        void connect(PooledConnection connection) throws IOException;
    }

    private final ConnectionPool pool;
    private final RouteState route;
    private final AtomicReference<@Nullable PoolEntry<HttpRoute, ManagedHttpClientConnection>> entry;
    private final Thread holder = Thread.currentThread();
    private final long leasedNanos;
    private final long waitNanos;

    // Written by the holder's thread; null until it is known how the lease ended.
    private @Nullable LeaseOutcome outcome;

    // Written once, by the holder's thread, before the lease is used.
    private volatile @Nullable Custody custody;

    Lease(
            ConnectionPool pool,
            RouteState route,
            PoolEntry<HttpRoute, ManagedHttpClientConnection> entry,
            long leasedNanos,
            long waitNanos) {
        this.pool = pool;
        this.route = route;
        this.entry = new AtomicReference<>(entry);
        this.leasedNanos = leasedNanos;
        this.waitNanos = waitNanos;
    }

    /**
     * Returns the route.
     *
     * @return the route of the lease
     * @throws ConnectionShutdownException if it was released
     */
    public HttpRoute httpRoute() {
        return held().getRoute();
    }

    /**
     * Returns the connect timeout of the route.
     *
     * @return the time
     */
    public Timeout connectTimeout() {
        return route.policy().connect;
    }

    /**
     * Returns the read timeout of the route.
     *
     * @return the time; zero for none
     */
    public Timeout readTimeout() {
        return route.policy().read;
    }

    /**
     * Tells whether the calling thread is the one that leased.
     *
     * @return whether it is
     */
    public boolean isHeldByThisThread() {
        return Thread.currentThread() == holder;
    }

    /**
     * Notes by what the holder holds the lease: when that is garbage collected, nobody is left to release it.
     *
     * @param handle what the holder has in hand
     * @return where to note what the holder does
     */
    public Custody heldBy(Object handle) {
        Custody taken =
                new Custody(handle, leasedNanos, route.isTraced(leasedNanos) ? new Throwable("leased here") : null);
        custody = taken;
        return taken;
    }

    @Nullable
    Custody custody() {
        return custody;
    }

    String target() {
        return route.target();
    }

    String threadName() {
        return holder.getName();
    }

    boolean isReleased() {
        return entry.get() == null;
    }

    /** Takes the lease back from a holder that is no more; returns false if it came back by itself. */
    boolean takeBack(PooledConnection connection) {
        if (isReleased()) {
            return false;
        }
        connection.doom(CloseCause.LEAKED);
        abandon();
        return true;
    }

    long leasedNanos() {
        return leasedNanos;
    }

    private PoolEntry<HttpRoute, ManagedHttpClientConnection> held() {
        PoolEntry<HttpRoute, ManagedHttpClientConnection> held = entry.get();
        if (held == null) {
            throw new ConnectionShutdownException();
        }
        return held;
    }

    /**
     * Returns the connection, if there is one.
     *
     * @return the connection; null once it was released or discarded
     */
    public @Nullable PooledConnection connection() {
        PoolEntry<HttpRoute, ManagedHttpClientConnection> held = entry.get();
        return held == null ? null : (PooledConnection) held.getConnection();
    }

    /**
     * Returns the connection, ready for a request.
     *
     * @return the open connection
     * @throws ConnectionShutdownException if it was released or is not open
     */
    public PooledConnection openConnection() {
        PooledConnection connection = (PooledConnection) held().getConnection();
        if (connection == null || !connection.isOpen()) {
            throw new ConnectionShutdownException();
        }
        return connection;
    }

    /**
     * Tells whether a request can be sent.
     *
     * @return whether the connection is established
     * @throws ConnectionShutdownException if it was released
     */
    public boolean isConnected() {
        PooledConnection connection = (PooledConnection) held().getConnection();
        return connection != null && connection.isOpen();
    }

    void reused() {
        outcome = waitNanos > 0 ? LeaseOutcome.REUSED_AFTER_WAIT : LeaseOutcome.REUSED;
        route.ended(outcome, waitNanos);
    }

    /**
     * Tells how the connection was got.
     *
     * @param facts who wants to know
     * @param connection the connection
     */
    public void describe(LeaseFacts facts, PooledConnection connection) {
        LeaseOutcome how = outcome == null ? LeaseOutcome.DIALED : outcome;
        boolean isNew = how == LeaseOutcome.DIALED || how == LeaseOutcome.DIALED_AFTER_WAIT;
        DialTimes times = connection.dialTimes();
        facts.note(
                how, waitNanos, isNew ? times.dialNanos() : 0, isNew ? times.handshakeNanos() : 0, connection.uses());
    }

    /**
     * Establishes the connection. Whatever goes wrong, no socket stays behind.
     *
     * @param dial how
     * @throws IOException if that fails
     */
    public void dial(Dial dial) throws IOException {
        PooledConnection connection = dialable();
        DialWatch watch = DialWatch.start(route, connection);
        boolean dialled = false;
        route.dialing.incrementAndGet();
        try {
            dial.connect(connection);
            dialled = true;
        } catch (Throwable e) {
            watch.ended(e);
            throw e;
        } finally {
            route.dialing.decrementAndGet();
            if (!dialled) {
                connection.close(CloseMode.IMMEDIATE);
            }
            end(dialled ? dialOutcome() : LeaseOutcome.DIAL_FAILED);
        }
        connection.opened(pool.nowNanos());
        watch.ended(null);
    }

    /**
     * Adds TLS to a connection that leads through a tunnel.
     *
     * @param handshake how
     * @throws IOException if that fails
     */
    public void secure(Dial handshake) throws IOException {
        PooledConnection connection = openConnection();
        long startNanos = System.nanoTime();
        try {
            handshake.connect(connection);
        } catch (Throwable e) {
            DialWatch.upgraded(route, connection, startNanos, e);
            throw e;
        }
        DialWatch.upgraded(route, connection, startNanos, null);
    }

    private PooledConnection dialable() throws IOException {
        boolean dialable = false;
        try {
            PooledConnection connection = pool.dialable(held(), route, this);
            dialable = true;
            return connection;
        } finally {
            if (!dialable && !pool.lifecycle().isClosed()) {
                end(LeaseOutcome.DIAL_FAILED);
            }
        }
    }

    private LeaseOutcome dialOutcome() {
        return waitNanos > 0 ? LeaseOutcome.DIALED_AFTER_WAIT : LeaseOutcome.DIALED;
    }

    private void end(LeaseOutcome ended) {
        if (outcome == null) {
            outcome = ended;
            route.ended(ended, waitNanos);
        }
    }

    /**
     * Closes the connection, whoever uses it at the moment. The lease itself goes on until it is released.
     *
     * @param mode how
     */
    public void close(CloseMode mode) {
        PooledConnection connection = connection();
        if (connection != null && connection.markClosed(CloseCause.CANCELLED, pool.nowNanos())) {
            Disposals.close(connection, mode);
        }
    }

    /** Closes the connection and gives the lease back. */
    public void abandon() {
        close(CloseMode.IMMEDIATE);
        release(null, 0);
    }

    /**
     * Gives the connection back: to the next caller if it may be used again, else it is closed.
     *
     * @param state whose connection it is, for connections that are bound to an identity
     * @param keepAliveNanos time for which the client would keep it; zero or less if it must not be used again
     */
    public void release(@Nullable Object state, long keepAliveNanos) {
        PoolEntry<HttpRoute, ManagedHttpClientConnection> held = entry.getAndSet(null);
        if (held == null) {
            return;
        }
        try {
            pool.takeBack(held, route, state, keepAliveNanos);
        } finally {
            end(LeaseOutcome.CANCELLED);
            route.leased.decrementAndGet();
            long heldNanos = pool.nowNanos() - leasedNanos;
            route.released(heldNanos);
            Custody ending = custody;
            if (ending != null && ending.isSuspected() && !ending.isLost()) {
                route.leakReturned(ending, heldNanos);
            }
            pool.lifecycle().leave();
        }
    }
}
