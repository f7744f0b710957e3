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
import dev.weir.internal.event.RequestCanceledException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A lease whose caller blocks: {@link #await}, {@link #connect} if it has no connection then, {@link #release}. The
 * requesting thread waits and uses it; any thread may {@link #cancel} the wait, or close it.
 */
public final class Lease extends HeldLease {

    // A dial of the route ends by itself, with the best explanation; its caller leaves only if it does not.
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long startNanos = System.nanoTime();
    private final long limitNanos;

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
     * Waits for a connection, or until a dial is under way for it. Throws a {@link PoolExhaustedException}, which is not
     * declared, if none became free in the time of the lease, or too many already wait, and another IOException if the lease
     * was canceled.
     *
     * @param patience how long to wait at most, if that is less than what is left of the time of the lease; zero or less for
     *     no limit of its own
     * @throws TimeoutException if none became free within the caller's patience; then it may wait again
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws ExecutionException if the lease failed otherwise
     * @throws IllegalStateException if the calling thread must not block: an I/O thread of a pool, or one that Reactor
     *     marks so
     */
    public void await(Timeout patience) throws TimeoutException, InterruptedException, ExecutionException {
        long ownNanos = TimeValue.isPositive(patience) ? patience.toNanoseconds() : Long.MAX_VALUE;
        patienceNanos = ownNanos < limitNanos ? Math.min(elapsedNanos() + ownNanos, limitNanos) : limitNanos;
        outcome = null; // of a wait before, which the caller gave up
        boolean isIn = false;
        boolean isThere = false;
        try {
            BlockingCalls.check();
            lifecycle.enter();
            isIn = true;
            while (!isThere) {
                isThere = find();
            }
        } catch (RuntimeException | TimeoutException | ExecutionException | InterruptedException e) {
            throw refused(e);
        } finally {
            if (isIn && !isThere) {
                lifecycle.leave();
            }
        }
    }

    // False if the connection was unusable: then it asks again.
    private boolean find() throws TimeoutException, InterruptedException, ExecutionException {
        Object got = isReleased() ? canceled() : ask(leftNanos(), route.policy.maxPending, null);
        if (got instanceof Waiter place) {
            if (isReleased()) {
                place.cancel(true);
            }
            hasWaited |= !place.hasWay();
            if (!place.awaitWay(leftNanos())) {
                throw new TimeoutException();
            }
            got = place.isUnderWay() ? place : place.get();
        }
        if (got instanceof BlockingConnection connection && !connection.prepare(this)) {
            connection.decline(false);
            return false;
        }
        leasedNanos = route.nowNanos();
        movedNanos = leasedNanos;
        waitNanos = hasWaited ? elapsedNanos() : 0;
        if (!holds(ASKING, got)) {
            giveUp(got);
            canceled();
        }
        handed();
        return true;
    }

    private static Object canceled() {
        throw new CancellationException("The lease was canceled");
    }

    // The store itself times out a waiter when it looks at it after its time.
    private RuntimeException refused(Exception why) throws TimeoutException, InterruptedException {
        waitNanos = elapsedNanos();
        Throwable cause = why instanceof ExecutionException && why.getCause() instanceof Exception each ? each : why;
        Waiter place = asked;
        if (cause instanceof CancellationException && place != null) {
            place.cancel(true); // the canceling thread may not have told the store yet
        }
        if (cause instanceof TimeoutException && patienceNanos < limitNanos) {
            end(LeaseOutcome.TIMED_OUT);
            throw new TimeoutException("Pool '" + route.events.pool() + "': no connection to " + route.target
                    + " within " + TimeUnit.NANOSECONDS.toMillis(waitNanos) + " ms");
        }
        boolean isKnown = cause instanceof TimeoutException || cause instanceof RejectedExecutionException;
        Exception told = refused(isKnown ? cause : why, waitNanos, limitNanos < route.policy.poolWaitNanos);
        // An interrupt during the request to the store shows as a canceled lease with the flag set.
        if (told instanceof CancellationException) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            told = new RequestCanceledException();
        }
        throw Lease.<RuntimeException>undeclared(told);
    }

    // HttpClient turns each exception that its LeaseRequest.get declares into one of its own, without the figures of a
    // PoolExhaustedException; an IOException passes unchanged, and its callers expect one.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is never made: types are erased
    private static <E extends Throwable> E undeclared(Throwable e) throws E {
        throw (E) e;
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
        Waiter place = asked;
        if (first && place != null) {
            place.cancel(true);
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
        return held instanceof BlockingConnection has ? has : null;
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
     * Gets a connection: that of a dial of the route or one that becomes free earlier. One that it had, and that was closed
     * after an exchange, it gives back first.
     *
     * @param limit for how long to wait
     * @param timedOut makes the exception of a caller that has waited too long
     * @throws IOException if that fails
     */
    public void connect(Timeout limit, Supplier<IOException> timedOut) throws IOException {
        BlockingConnection closed = connection();
        if (closed != null) {
            if (!holds(closed, NOTHING)) {
                throw closedDuringDial();
            }
            closed.takeBack(null, 0, route.nowNanos());
            askAgain(route.policy.poolWaitNanos);
        }
        Timeout usual = connectTimeout();
        boolean isShorter = limit.isEnabled() && (usual.isDisabled() || limit.compareTo(usual) < 0);
        long longestNanos = Long.MAX_VALUE - GRACE_NANOS;
        long limitNanos = limit.isDisabled() ? longestNanos : Math.min(limit.toNanoseconds(), longestNanos);
        long mostNanos = limitNanos + (isShorter ? 0 : GRACE_NANOS);
        long beganNanos = System.nanoTime();
        IOException end = null;
        while (end == null) {
            long leftNanos = Math.max(0, mostNanos - (System.nanoTime() - beganNanos));
            Waiter wait = waiting();
            BlockingConnection connection = wait == null ? connection() : get(wait, leftNanos, timedOut);
            if (connection == null) {
                throw closedDuringDial();
            }
            if (connection.prepare(this)) {
                connected(connection);
                return;
            }
            if (!holds(connection, NOTHING)) {
                throw closedDuringDial();
            }
            connection.decline(false);
            end = loses();
            if (end == null) {
                askAgain(leftNanos);
            }
        }
        throw failed(end);
    }

    private BlockingConnection get(Waiter wait, long limitNanos, Supplier<IOException> timedOut) throws IOException {
        try {
            Entry entry = wait.get(limitNanos, TimeUnit.NANOSECONDS);
            if (holds(wait, entry)) {
                return (BlockingConnection) entry;
            }
            throw closedDuringDial(); // the thread that released the lease returns the connection
        } catch (ExecutionException | TimeoutException e) {
            holds(wait, NOTHING);
            Throwable failure = Objects.requireNonNullElse(e.getCause(), e);
            throw failed(failure instanceof TimeoutException ? timedOut.get() : ofDial(failure));
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

    private void askAgain(long limitNanos) throws IOException {
        try {
            Object next = ask(limitNanos, Integer.MAX_VALUE, null);
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

    private Throwable ofDial(Throwable failure) {
        return failure instanceof Exception each ? CallersFailure.ofDial(each, route.route()) : failure;
    }

    // Returns exceptions of a connect, throws others.
    private IOException failed(Throwable failure) {
        if (failure instanceof Error error) {
            end(LeaseOutcome.DIAL_FAILED);
            throw error;
        }
        Exception told = dialFailed((Exception) failure);
        if (told instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return told instanceof IOException io ? io : new IOException(told);
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

    // Gives back what it got when another thread had released it.
    private void giveUp(Object got) {
        if (got instanceof Waiter wait) {
            giveUp(wait);
        } else {
            ((BlockingConnection) got).takeBack(null, Long.MAX_VALUE, route.nowNanos());
        }
    }

    @Override
    void putBack(PooledConnection connection, @Nullable Object user, long keepAliveNanos, long nowNanos) {
        ((BlockingConnection) connection).takeBack(user, keepAliveNanos, nowNanos);
    }
}
