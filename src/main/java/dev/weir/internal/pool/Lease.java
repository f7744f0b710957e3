package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.event.CallNotes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection held by a caller, until its release, of which only the first counts. The holder's thread uses it; any thread
 * may close it.
 */
public final class Lease extends HeldLease {

    /** Establishes a connection. */
    @FunctionalInterface
    public interface Dial {
        /**
         * Connects.
         *
         * @param connection the connection
         * @throws IOException if that fails
         */
        void connect(BlockingConnection connection) throws IOException;
    }

    /** Establishes a connection on another thread for a caller, and limits its wait. */
    public interface TimedDial extends Dial {

        /**
         * Returns how long the caller waits for its own dial or for another connection.
         *
         * @return nanoseconds; zero or less forever
         */
        long limitNanos();

        /**
         * Tells whether the dial itself ends within that limit.
         *
         * @return false if it goes on for another caller
         */
        boolean endsWithin();

        /**
         * Makes the exception of a caller whose wait timed out.
         *
         * @return the exception
         */
        IOException timedOut();
    }

    /** Establishes connections that no caller has asked for. */
    @FunctionalInterface
    public interface Spares {

        /**
         * Prepares a dial.
         *
         * @param route its route, without a tunnel
         * @param connect for how long to try; zero for no limit
         * @param read the read timeout of the connection; zero for none
         * @return how to establish it
         */
        Dial to(HttpRoute route, Timeout connect, Timeout read);
    }

    // What a lease has that gave up its wait for a connection and is not released yet.
    private static final Object NOTHING = new Object();

    // A dial of its caller's limit ends by itself, with the best explanation; its caller leaves only if it does not.
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final AtomicReferenceFieldUpdater<Lease, @Nullable Object> HELD =
            AtomicReferenceFieldUpdater.newUpdater(Lease.class, Object.class, "held");

    private final ConnectionPool pool;
    // An Entry, the wait for one, or NOTHING; null once the lease is released. The thread that makes a change is then
    // responsible for what it replaced, so that nothing is given back twice or never.
    private volatile @Nullable Object held;

    // Written and read by the thread that looks for leaks: how many bytes had moved, and since when.
    private long movedBytes = -1;
    private long movedNanos;

    // Whether a request was sent, not counting one for a tunnel. Of the thread that sends.
    private boolean hasSent;

    Lease(
            ConnectionPool pool,
            RouteState route,
            Entry<HttpRoute, PooledConnection> entry,
            long leasedNanos,
            long waitNanos) {
        super(pool, route, leasedNanos, Thread.currentThread());
        this.pool = pool;
        this.held = entry;
        this.waitNanos = waitNanos;
        this.movedNanos = leasedNanos;
    }

    /**
     * Returns the route.
     *
     * @return the route of the lease
     * @throws ConnectionShutdownException if it was released
     */
    public HttpRoute httpRoute() {
        refuseIfReleased();
        return route.route();
    }

    /**
     * Tells whether the calling thread is the one that leased.
     *
     * @return whether it is
     */
    @Override
    public boolean isHeldByThisThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public boolean isReleased() {
        return held == null;
    }

    private void refuseIfReleased() {
        if (isReleased()) {
            throw new ConnectionShutdownException();
        }
    }

    @Override
    boolean takeBack() {
        if (isReleased()) {
            return false;
        }
        PooledConnection connection = connection();
        if (connection != null) {
            connection.doom(CloseCause.LEAKED);
        }
        abandon();
        return true;
    }

    @Override
    long silentNanos(long nowNanos) {
        BlockingConnection connection = connection();
        if (connection == null) {
            return 0;
        }
        long bytes = connection.bytesMoved();
        if (bytes != movedBytes) {
            // Those from before the first look may have moved at the start.
            movedNanos = movedBytes < 0 ? movedNanos : nowNanos;
            movedBytes = bytes;
        }
        return connection.isExchanging() ? 0 : nowNanos - movedNanos;
    }

    // Null while it waits for one, after it was given up, and after the release.
    @SuppressWarnings("unchecked")
    private @Nullable Entry<HttpRoute, PooledConnection> entry() {
        return held instanceof Entry<?, ?> entry ? (Entry<HttpRoute, PooledConnection>) entry : null;
    }

    @SuppressWarnings("unchecked")
    private @Nullable Waiter<HttpRoute, PooledConnection> waiting() {
        return held instanceof Waiter<?, ?> wait ? (Waiter<HttpRoute, PooledConnection>) wait : null;
    }

    private Entry<HttpRoute, PooledConnection> ownEntry() {
        Entry<HttpRoute, PooledConnection> entry = entry();
        if (entry == null) {
            throw new ConnectionShutdownException();
        }
        return entry;
    }

    /**
     * Returns the connection, if there is one.
     *
     * @return the connection; null while another thread dials it, and after it was released or discarded
     */
    public @Nullable BlockingConnection connection() {
        return held instanceof Entry<?, ?> entry ? (BlockingConnection) entry.connection() : null;
    }

    /**
     * Returns the connection, ready for a request.
     *
     * @return the open connection
     * @throws ConnectionShutdownException if it was released or is not open
     * @throws PoolClosedException if it is not open, because the pool was closed
     */
    public BlockingConnection openConnection() {
        BlockingConnection connection = connection();
        if (connection == null || !connection.isOpen()) {
            PoolClosedException end = entry() == null ? null : pool.endOfDial();
            throw end != null ? end : new ConnectionShutdownException();
        }
        return connection;
    }

    /**
     * Ends the lease if its exchange, or its way through a proxy, failed because the pool was closed, which cuts all
     * connections.
     *
     * @param failure the failure
     * @return what to tell the caller instead; null if the pool has not cut the connection
     */
    public @Nullable PoolClosedException endedWithPool(IOException failure) {
        PooledConnection connection = connection();
        if (connection != null && !connection.isClosed()) {
            return null;
        }
        PoolClosedException end = hasSent ? pool.endOfExchange() : pool.endOfDial();
        if (end != null) {
            end.initCause(failure);
            release(null, 0);
        }
        return end;
    }

    /**
     * Tells whether a request can be sent.
     *
     * @return whether the connection is established
     * @throws ConnectionShutdownException if it was released
     */
    public boolean isConnected() {
        return established() != null;
    }

    /**
     * Returns the connection, if a request can be sent on it.
     *
     * @return the open connection; null if there is none yet, or it was closed
     * @throws ConnectionShutdownException if the lease was released
     */
    public @Nullable BlockingConnection established() {
        BlockingConnection connection = connection();
        if (connection != null && connection.isOpen()) {
            return connection;
        }
        refuseIfReleased();
        return null;
    }

    /**
     * Gets a connection: by a dial on a thread of the pool, or one of the same route that becomes free earlier. On any
     * failure, no socket is left open.
     *
     * @param dial how to establish it, and for how long to wait
     * @throws IOException if that fails
     */
    public void dial(TimedDial dial) throws IOException {
        long startNanos = System.nanoTime();
        while (!isConnected()) {
            Waiter<HttpRoute, PooledConnection> adopted = waiting();
            if (adopted != null) {
                await(adopted, dial, startNanos, 0);
            } else {
                await(begin(dial), dial, startNanos, dial.endsWithin() ? GRACE_NANOS : 0);
            }
        }
    }

    private Waiter<HttpRoute, PooledConnection> begin(TimedDial dial) throws IOException {
        Entry<HttpRoute, PooledConnection> entry = ownEntry();
        DialTask task = new DialTask(pool, entry, dialable(), dial); // before any caller relies on it
        Waiter<HttpRoute, PooledConnection> wait = entry.dialWait();
        if (!HELD.compareAndSet(this, entry, wait)) {
            throw closedDuringDial();
        }
        if (wait.begin()) {
            DialThreads.shared().execute(task);
        }
        return wait;
    }

    private void await(Waiter<HttpRoute, PooledConnection> wait, TimedDial dial, long startNanos, long graceNanos)
            throws IOException {
        try {
            Entry<HttpRoute, PooledConnection> entry = get(wait, dial.limitNanos(), startNanos, graceNanos);
            if (!HELD.compareAndSet(this, wait, entry)) {
                throw closedDuringDial(); // the thread that released the lease returns the entry
            }
            bind(entry, entry == wait.own());
        } catch (ExecutionException e) {
            HELD.compareAndSet(this, wait, wait.own());
            Throwable failure = Objects.requireNonNullElse(e.getCause(), e);
            throw dialFailed(failure instanceof Exception each ? CallersFailure.ofDial(each, route.route()) : failure);
        } catch (TimeoutException e) {
            HELD.compareAndSet(this, wait, NOTHING);
            throw dialFailed(dial.timedOut());
        } catch (InterruptedException e) {
            HELD.compareAndSet(this, wait, NOTHING);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a connection was being established");
        } catch (CancellationException e) {
            wait.cancel(true); // the canceling thread may not have told the store yet
            HELD.compareAndSet(this, wait, NOTHING);
            throw closedDuringDial();
        }
    }

    private static Entry<HttpRoute, PooledConnection> get(
            Waiter<HttpRoute, PooledConnection> wait, long limitNanos, long startNanos, long graceNanos)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (limitNanos <= 0) {
            return wait.get();
        }
        // In this order: the limit may be the longest possible time.
        long leftNanos = limitNanos - (System.nanoTime() - startNanos);
        return wait.get(
                Math.max(0, Math.min(leftNanos, Long.MAX_VALUE - graceNanos) + graceNanos), TimeUnit.NANOSECONDS);
    }

    private IOException closedDuringDial() {
        PoolClosedException end = pool.endOfDial();
        if (end != null) {
            throw end;
        }
        return new InterruptedIOException("Connection was closed while it was being established");
    }

    // Takes the connection of an entry for this lease, if it may be used.
    private void bind(Entry<HttpRoute, PooledConnection> entry, boolean isNew) {
        RoutePolicy policy = route.policy;
        BlockingConnection connection = (BlockingConnection) entry.connection();
        boolean fit = isNew ? ConnectionPool.fitForFirstUse(entry) : pool.fitForReuse(entry, policy, pool.nowNanos());
        if (fit && connection != null) {
            connection.activateFor(this, policy.read);
            end(isNew ? dialed() : LeaseOutcome.REUSED_AFTER_WAIT);
        }
    }

    /**
     * Counts a request that is about to be sent.
     *
     * @param connection the connection
     */
    public void sends(PooledConnection connection) {
        hasSent = true;
        connection.uses.incrementAndGet();
    }

    /**
     * Notes how the lease got its connection.
     *
     * @param facts receives the note
     * @param connection the connection
     */
    public void describe(CallNotes facts, PooledConnection connection) {
        describe(facts, connection, true, connection.uses());
    }

    /**
     * Establishes the connection on the calling thread, as a tunnel needs it: what comes after the dial is the caller's
     * business. Whatever goes wrong, no socket stays behind.
     *
     * @param dial establishes it
     * @throws IOException if that fails
     */
    public void dialHere(Dial dial) throws IOException {
        Entry<HttpRoute, PooledConnection> entry = ownEntry();
        connectHere(entry, dial);
        entry.dialed();
        end(dialed());
    }

    private void connectHere(Entry<HttpRoute, PooledConnection> entry, Dial dial) throws IOException {
        BlockingConnection connection = dialable();
        connection.timeline().start();
        try {
            dial.connect(connection);
        } catch (Throwable e) {
            DialOutcome how = connection.timeline().ended(e);
            connection.close(CloseMode.IMMEDIATE);
            entry.dialFailed(e, how != DialOutcome.CANCELLED);
            throw dialFailed(e instanceof Exception failure ? CallersFailure.ofDial(failure, route.route()) : e);
        }
        connection.opened(pool.nowNanos());
        connection.timeline().ended(null);
    }

    /** Starts to wait for the dial of another caller; false if that has already succeeded. */
    boolean join(@Nullable Waiter<HttpRoute, PooledConnection> wait) {
        if (wait == null || !HELD.compareAndSet(this, wait.own(), wait)) {
            return false;
        }
        wait.join();
        return !wait.isServedByOwn() || !HELD.compareAndSet(this, wait, wait.own());
    }

    /** Notes that this lease gets no connection; returns exceptions of a connect, throws others. */
    IOException dialFailed(Throwable failure) {
        end(LeaseOutcome.DIAL_FAILED);
        if (failure instanceof Error error) {
            throw error;
        }
        PoolClosedException closed = pool.endOfDial();
        if (closed != null) {
            closed.initCause(failure);
            throw closed;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return failure instanceof IOException io ? io : new IOException(failure);
    }

    /**
     * Adds TLS to a connection through a tunnel.
     *
     * @param handshake performs it
     * @throws IOException if that fails
     */
    public void secure(Dial handshake) throws IOException {
        BlockingConnection connection = openConnection();
        long startNanos = System.nanoTime();
        connection.timeline().tunnelled(startNanos);
        try {
            handshake.connect(connection);
        } catch (Throwable e) {
            connection.timeline().upgraded(startNanos, e);
            throw e;
        }
        connection.timeline().upgraded(startNanos, null);
    }

    private BlockingConnection dialable() throws IOException {
        boolean dialable = false;
        try {
            BlockingConnection connection = pool.dialable(ownEntry(), route, this);
            dialable = true;
            return connection;
        } finally {
            if (!dialable && !pool.isClosed()) {
                end(LeaseOutcome.DIAL_FAILED);
            }
        }
    }

    private void end(LeaseOutcome ended) {
        end(ended, connection());
    }

    /**
     * Closes the connection, even while it is in use; ends the wait for a dial. The lease itself goes on until it is
     * released.
     *
     * @param mode how
     */
    public void close(CloseMode mode) {
        Waiter<HttpRoute, PooledConnection> wait = waiting();
        if (wait != null) {
            wait.cancel(true);
        }
        PooledConnection connection = connection();
        if (connection != null && connection.markClosed(CloseCause.CANCELLED, pool.nowNanos())) {
            connection.closeAside(mode);
        }
    }

    /** Closes the connection and releases the lease. */
    public void abandon() {
        try {
            close(CloseMode.IMMEDIATE);
        } finally {
            release(null, 0);
        }
    }

    /**
     * Releases the connection: the next caller gets it if it may be reused, otherwise it is closed.
     *
     * @param state the user of the connection, for connections that are bound to an identity
     * @param keepAliveNanos time for which the client would keep it; zero or less if it must not be reused
     */
    @SuppressWarnings("unchecked") // there is nothing else
    public void release(@Nullable Object state, long keepAliveNanos) {
        Object last = HELD.getAndSet(this, null);
        if (last == null) {
            return;
        }
        long nowNanos = pool.nowNanos();
        int inUse = route.inFlight(); // before the connection goes back
        try {
            if (last instanceof Waiter<?, ?> wait) {
                pool.giveUp((Waiter<HttpRoute, PooledConnection>) wait);
            } else if (last instanceof Entry<?, ?>) {
                pool.takeBack((Entry<HttpRoute, PooledConnection>) last, route, state, keepAliveNanos, nowNanos);
            }
        } finally {
            try {
                ended(inUse, nowNanos);
            } finally {
                pool.lifecycle.leave();
            }
        }
    }
}
