package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.callback.BlockingCalls;
import dev.weir.internal.event.CallNotes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A lease whose caller blocks: {@link #await}, {@link #connect} if it has no connection then, {@link #release}. The
 * requesting thread waits and uses it; any thread may {@link #cancel} the wait, or close it.
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

    /** Establishes the connections of the pool. */
    @FunctionalInterface
    public interface Dialer {

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

    // A dial of the route ends by itself, with the best explanation; its caller leaves only if it does not.
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    // A server that ends all connections at once must not be dialed forever.
    static final int MOST_LOST = 5;

    private final long startNanos = System.nanoTime();
    private final long limitNanos;

    // Replaced, by the waiting thread, when a connection turns out to be unusable; null until that thread asks.
    private volatile @Nullable Waiter place;

    // Only the waiting thread uses these.
    private boolean hasWaited;
    private long patienceNanos;

    // Written and read by the thread that looks for leaks: how many bytes had moved, and since when.
    private long movedBytes = -1;
    private long movedNanos;

    // Whether a request was sent, not counting one for a tunnel. Of the thread that sends.
    private boolean hasSent;

    /**
     * Requests a connection; it takes nothing before {@link #await}.
     *
     * @param route its route
     * @param state the user of the connection; null for any
     * @param terms what it may have been through
     * @param timeout how long the request would wait; the smaller of it and {@code poolWait} counts, zero or less is none
     * @throws PoolClosedException if the pool takes no requests
     */
    public Lease(RouteState route, @Nullable Object state, LeaseTerms terms, Timeout timeout) {
        super(route, state, terms);
        if (!lifecycle.isOpen()) {
            throw lifecycle.refusal();
        }
        route.asked();
        this.limitNanos = TimeValue.isPositive(timeout)
                ? Math.min(route.policy.poolWaitNanos, timeout.toNanoseconds())
                : route.policy.poolWaitNanos;
        this.patienceNanos = limitNanos;
    }

    /**
     * Waits for a connection, or until a dial is under way for it.
     *
     * @param patience how long to wait at most, if that is less than what is left of the time of the lease; zero or less for
     *     no limit of its own
     * @throws PoolExhaustedException if none became free in the time of the lease, or too many already wait
     * @throws TimeoutException if none became free within the caller's patience; then it may wait again
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws CancellationException if the lease was canceled
     * @throws ExecutionException if the lease failed otherwise
     * @throws IllegalStateException if the calling thread must not block: an I/O thread of a pool, or one that Reactor
     *     marks so
     */
    public void await(Timeout patience)
            throws PoolExhaustedException, TimeoutException, InterruptedException, ExecutionException {
        long ownNanos = TimeValue.isPositive(patience) ? patience.toNanoseconds() : Long.MAX_VALUE;
        patienceNanos = ownNanos < limitNanos ? Math.min(elapsedNanos() + ownNanos, limitNanos) : limitNanos;
        try {
            BlockingCalls.check();
            lifecycle.enter();
        } catch (RuntimeException refused) {
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos(), null);
            throw refused;
        }
        boolean isThere = false;
        try {
            while (!isThere) {
                isThere = ask();
            }
        } finally {
            if (!isThere) {
                lifecycle.leave();
            }
        }
    }

    // False if the connection was unusable: then it asks again.
    private boolean ask() throws PoolExhaustedException, TimeoutException, InterruptedException, ExecutionException {
        if (isReleased()) {
            throw cancelled(new CancellationException("The lease was canceled"));
        }
        try {
            Entry entry = route.tryLease(state, terms);
            if (entry != null) {
                return take((BlockingConnection) entry);
            }
            Waiter asked = queue(leftNanos(), route.policy.maxPending, null);
            place = asked;
            if (isReleased()) {
                asked.cancel(true);
            }
            hasWaited |= !asked.hasWay();
            if (!asked.awaitWay(leftNanos())) {
                throw timedOut();
            }
            boolean isUnderWay = asked.served() == null && asked.isAdmitted() && !asked.isCancelled();
            return isUnderWay ? begin(null, asked) : take((BlockingConnection) asked.get());
        } catch (CancellationException e) {
            Waiter asked = place;
            if (asked != null) {
                asked.cancel(true); // the canceling thread may not have told the store yet
            }
            throw cancelled(e);
        } catch (InterruptedException e) {
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos(), null);
            throw e;
        } catch (IllegalStateException e) {
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos(), null);
            throw lifecycle.isClosed() ? lifecycle.refusal() : e;
        } catch (ExecutionException e) {
            // The store itself times out a waiter when it looks at it after its time.
            if (e.getCause() instanceof TimeoutException) {
                throw timedOut();
            }
            if (e.getCause() instanceof RejectedExecutionException) {
                route.ended(LeaseOutcome.REJECTED, 0, null);
                throw route.incidents().rejected(route.policy.maxPending);
            }
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos(), null);
            throw e;
        }
    }

    private boolean take(BlockingConnection connection) {
        boolean isKnown = false;
        boolean isFit;
        try {
            isFit = !connection.isDialed() || connection.prepare(this);
            if (!isFit) {
                connection.decline(false);
            }
            isKnown = true;
        } finally {
            if (!isKnown) {
                connection.release(false);
            }
        }
        return isFit && begin(connection, null);
    }

    // From here on the caller has it.
    private boolean begin(@Nullable BlockingConnection connection, @Nullable Waiter wait) {
        leasedNanos = route.nowNanos();
        movedNanos = leasedNanos;
        waitNanos = hasWaited ? elapsedNanos() : 0;
        if (!holds(ASKING, connection != null ? connection : wait)) {
            if (wait != null) {
                giveUp(wait);
            }
            if (connection != null) {
                connection.takeBack(null, Long.MAX_VALUE, leasedNanos);
            }
            throw new CancellationException("The lease was canceled");
        }
        if (connection == null || !connection.isDialed()) {
            list();
        } else {
            connection.holder = this;
            end(got(isNew(connection, false)));
        }
        route.lent();
        return true;
    }

    private PoolExhaustedException timedOut() throws TimeoutException {
        route.ended(LeaseOutcome.TIMED_OUT, elapsedNanos(), null);
        if (patienceNanos < limitNanos) {
            throw new TimeoutException("Pool '" + route.events.pool() + "': no connection to " + route.target
                    + " within " + TimeUnit.NANOSECONDS.toMillis(elapsedNanos()) + " ms");
        }
        return route.incidents().timedOut(Duration.ofNanos(elapsedNanos()), limitNanos < route.policy.poolWaitNanos);
    }

    private RuntimeException cancelled(CancellationException e) throws InterruptedException {
        route.ended(LeaseOutcome.CANCELLED, elapsedNanos(), null);
        // An interrupt during the request to the store shows as a canceled lease with the flag set.
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return lifecycle.isClosed() ? lifecycle.refusal() : e;
    }

    private long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    private long leftNanos() {
        return Math.max(0, patienceNanos - elapsedNanos());
    }

    /**
     * Gives up the wait: an entry that comes later goes back to the store.
     *
     * @return false if the caller has the lease already, or it was canceled before
     */
    public boolean cancel() {
        boolean first = holds(ASKING, null);
        Waiter asked = place;
        if (first && asked != null) {
            asked.cancel(true);
        }
        return first;
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

    /**
     * Returns the connection, if there is one.
     *
     * @return the connection; null while it waits for one, and after it was released or discarded
     */
    public @Nullable BlockingConnection connection() {
        return (BlockingConnection) place();
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
            PoolClosedException end = connection == null ? null : lifecycle.end(false);
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
        PoolClosedException end = lifecycle.end(hasSent);
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
     * Gets a connection: that of a dial of the route or one that becomes free earlier; or else, if the lease has a place of
     * its own, because it needs a tunnel or its connection was closed, by a dial on the calling thread. On any failure, no
     * socket is left open.
     *
     * @param own how to establish it in its own place
     * @param limit for how long to wait
     * @param timedOut makes the exception of a caller that has waited too long
     * @throws IOException if that fails
     */
    public void connect(Dial own, Timeout limit, Supplier<IOException> timedOut) throws IOException {
        BlockingConnection connection = connection();
        if (connection == null) {
            awaitDial(limit, timedOut);
        } else if (!isConnected()) {
            dialHere(connection, own);
        }
    }

    private void awaitDial(Timeout limit, Supplier<IOException> timedOut) throws IOException {
        Timeout usual = connectTimeout();
        boolean isShorter = limit.isEnabled() && (usual.isDisabled() || limit.compareTo(usual) < 0);
        long longestNanos = Long.MAX_VALUE - GRACE_NANOS;
        long limitNanos = limit.isDisabled() ? longestNanos : Math.min(limit.toNanoseconds(), longestNanos);
        long mostNanos = limitNanos + (isShorter ? 0 : GRACE_NANOS);
        long beganNanos = System.nanoTime();
        for (int lost = 0; lost <= MOST_LOST; lost++) {
            Waiter wait = waiting();
            if (wait == null) {
                throw closedDuringDial();
            }
            BlockingConnection connection =
                    get(wait, Math.max(0, mostNanos - (System.nanoTime() - beganNanos)), timedOut);
            if (connection.prepare(this)) {
                end(got(isNew(connection, false)));
                return;
            }
            if (!holds(connection, NOTHING)) {
                throw closedDuringDial();
            }
            connection.decline(false);
            queueAgain(Math.max(0, mostNanos - (System.nanoTime() - beganNanos)));
        }
        throw dialFailed(new ConnectionClosedException("Each of " + (MOST_LOST + 1) + " connections to " + route.target
                + " was closed before a request could be sent"));
    }

    private BlockingConnection get(Waiter wait, long limitNanos, Supplier<IOException> timedOut) throws IOException {
        try {
            Entry entry = wait.get(limitNanos, TimeUnit.NANOSECONDS);
            if (!holds(wait, entry)) {
                throw closedDuringDial(); // the thread that released the lease returns the connection
            }
            return (BlockingConnection) entry;
        } catch (ExecutionException e) {
            holds(wait, NOTHING);
            Throwable failure = Objects.requireNonNullElse(e.getCause(), e);
            if (failure instanceof TimeoutException) {
                throw dialFailed(timedOut.get());
            }
            throw dialFailed(failure instanceof Exception each ? CallersFailure.ofDial(each, route.route()) : failure);
        } catch (TimeoutException e) {
            holds(wait, NOTHING);
            throw dialFailed(timedOut.get());
        } catch (InterruptedException e) {
            holds(wait, NOTHING);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a connection was being established");
        } catch (CancellationException e) {
            wait.cancel(true); // the canceling thread may not have told the store yet
            holds(wait, NOTHING);
            throw closedDuringDial();
        }
    }

    private void queueAgain(long limitNanos) throws IOException {
        try {
            Waiter next = queue(limitNanos, Integer.MAX_VALUE, null);
            if (!holds(NOTHING, next)) {
                giveUp(next);
            }
        } catch (IllegalStateException e) {
            throw closedDuringDial();
        }
    }

    private IOException closedDuringDial() {
        PoolClosedException end = lifecycle.end(false);
        if (end != null) {
            throw end;
        }
        return PooledConnection.closedDuringDial();
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

    // What comes after the dial of a tunnel is the caller's business.
    private void dialHere(BlockingConnection before, Dial dial) throws IOException {
        BlockingConnection connection;
        boolean isDialable = false;
        try {
            connection = dialable(before);
            connection.beginDial();
            isDialable = true;
        } finally {
            if (!isDialable && !lifecycle.isClosed()) {
                end(LeaseOutcome.DIAL_FAILED);
            }
        }
        connection.holder = this;
        Throwable failure = BlockingDialer.establish(connection, dial);
        if (failure == null && !connection.prepare(this)) {
            failure = new ConnectionClosedException("Connection was closed before a request could be sent");
        }
        if (failure != null) {
            throw dialFailed(failure instanceof Exception each ? CallersFailure.ofDial(each, route.route()) : failure);
        }
        end(got(true));
    }

    // A closed one must never be bound to another socket.
    private BlockingConnection dialable(BlockingConnection before) throws IOException {
        if (!before.isDialed()) {
            return before;
        }
        before.discard(CloseMode.IMMEDIATE);
        BlockingConnection next = (BlockingConnection) route.newEntry();
        if (!before.replace(next, () -> holds(before, next))) {
            throw closedDuringDial();
        }
        return next;
    }

    /**
     * Returns what the dial did that it waited for.
     *
     * @return the steps of the dial; null if it waited for none
     */
    public @Nullable DialTimeline dialed() {
        BlockingConnection connection = connection();
        if (connection == null) {
            return route.latestDial;
        }
        return isReused() ? null : connection.timeline();
    }

    /** Notes that this lease gets no connection; returns exceptions of a connect, throws others. */
    IOException dialFailed(Throwable failure) {
        end(LeaseOutcome.DIAL_FAILED);
        if (failure instanceof Error error) {
            throw error;
        }
        PoolClosedException closed = lifecycle.end(false);
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
        Waiter wait = waiting();
        if (wait != null) {
            wait.cancel(true);
        }
        PooledConnection connection = connection();
        if (connection != null) {
            connection.close(CloseCause.CANCELLED, mode);
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

    // If it was served meanwhile, its entry would never be released.
    @Override
    void giveUp(Waiter wait) {
        Entry left = wait.cancel(true) ? null : wait.served();
        if (left != null) {
            left.decline(true);
        }
    }

    @Override
    void putBack(PooledConnection connection, @Nullable Object user, long keepAliveNanos, long nowNanos) {
        ((BlockingConnection) connection).takeBack(user, keepAliveNanos, nowNanos);
    }
}
