package dev.weir.internal.pool;

import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.callback.BlockingCalls;
import dev.weir.internal.event.RequestCanceledException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
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

    // How long it may wait in all; a caller with less patience may wait again.
    private final long mostNanos;
    private boolean isImpatient;

    // The one that waits; woken when its wait goes on.
    private volatile @Nullable Thread waiting;

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
        super(route, state, terms, timeout);
        if (!lifecycle.isOpen()) {
            throw lifecycle.refusal();
        }
        route.asked();
        this.mostNanos = limitNanos;
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
        isImpatient = ownNanos < mostNanos && elapsedNanos() + ownNanos < mostNanos;
        limitNanos = isImpatient ? elapsedNanos() + ownNanos : mostNanos;
        outcome = null; // of a wait before, which the caller gave up
        failure = null;
        boolean isIn = false;
        try {
            BlockingCalls.check();
            lifecycle.enter();
            isIn = true;
            goOn(false, Long.MAX_VALUE, TimeoutException::new);
        } catch (RuntimeException | Error e) {
            fails(e);
        } finally {
            if (isIn && !isHanded) {
                lifecycle.leave();
            }
        }
        Throwable why = failure;
        if (!isHanded && why != null) {
            // An interrupt during the request to the store shows as a canceled lease with the flag set.
            boolean isCanceled = why instanceof CancellationException;
            throw Lease.<RuntimeException>undeclared(
                    !isCanceled
                            ? why
                            : Thread.interrupted() ? new InterruptedException() : new RequestCanceledException());
        }
    }

    // Goes on until its caller can have it, or until it has a connection; or until that has failed.
    private void goOn(boolean isToConnect, long patienceNanos, Supplier<Exception> late) {
        long beganNanos = System.nanoTime();
        boolean asks = false;
        waiting = Thread.currentThread();
        goOn(true);
        while (!isOver(isToConnect)) {
            Waiter place = Objects.requireNonNull(waiting());
            long leftNanos = patienceNanos - (System.nanoTime() - beganNanos);
            boolean givesUp = leftNanos <= 0 || Thread.currentThread().isInterrupted();
            if (givesUp && place.cancel()) {
                fails(leftNanos > 0 && Thread.interrupted() ? new InterruptedException() : late.get());
                return;
            }
            if (asks && place.isPending()) {
                place.ask(); // may park, so there is another look before the next
            } else {
                LockSupport.parkNanos(this, place.isPending() ? Math.min(leftNanos, place.pauseNanos()) : leftNanos);
            }
            asks = !asks;
            goOn(true);
        }
    }

    @Override
    public void told(Waiter place) {
        LockSupport.unpark(waiting);
    }

    @Override
    Exception timedOut(boolean isOwnLimit) {
        return isImpatient && !isHanded
                ? new TimeoutException("Pool '" + route.pool.name() + "': no connection to " + route.target + " within "
                        + TimeUnit.NANOSECONDS.toMillis(elapsedNanos()) + " ms")
                : super.timedOut(isOwnLimit);
    }

    // HttpClient turns each exception that its LeaseRequest.get declares into one of its own, without the figures of a
    // PoolExhaustedException; an IOException passes unchanged, and its callers expect one.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is never made: types are erased
    private static <E extends Throwable> E undeclared(Throwable e) throws E {
        throw (E) e;
    }

    /**
     * Tells whether the calling thread is the one that leased.
     *
     * @return whether it is
     */
    public boolean isHeldByThisThread() {
        return Thread.currentThread() == thread;
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
            movedNanos = movedBytes < 0 ? leasedNanos : nowNanos;
            movedBytes = bytes;
        }
        return connection.isExchanging() ? 0 : nowNanos - movedNanos;
    }

    @Override
    public @Nullable BlockingConnection connection() {
        return (BlockingConnection) super.connection();
    }

    @Override
    public BlockingConnection openConnection() {
        return (BlockingConnection) super.openConnection();
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
        if (isReleased()) {
            throw new ConnectionShutdownException();
        }
        return null;
    }

    /**
     * Gets a connection: that of a dial of the route, or one that becomes free earlier. One that it had, and that was closed
     * after an exchange, it gives back first.
     *
     * @param limit for how long to wait
     * @param timedOut makes the exception of a caller that has waited too long
     * @throws IOException if that fails
     */
    public void connect(Timeout limit, Supplier<Exception> timedOut) throws IOException {
        boolean isShorter = limit.isEnabled() && limit.compareTo(route.policy.connect) < 0;
        long longestNanos = Long.MAX_VALUE - GRACE_NANOS;
        long ownNanos = limit.isDisabled() ? longestNanos : Math.min(limit.toNanoseconds(), longestNanos);
        goOn(true, ownNanos + (isShorter ? 0 : GRACE_NANOS), timedOut);
        Throwable why = failure;
        if (why instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a connection was being established");
        }
        if (why != null) {
            boolean isUnknown =
                    why instanceof Exception && !(why instanceof IOException || why instanceof RuntimeException);
            throw Lease.<RuntimeException>undeclared(isUnknown ? new IOException(why) : why);
        }
        if (connection() == null) {
            PoolClosedException end = lifecycle.end(false);
            throw Lease.<RuntimeException>undeclared(end != null ? end : PooledConnection.closedDuringDial());
        }
    }

    /**
     * Counts a request that is about to be sent.
     *
     * @param connection the connection
     */
    public void sends(PooledConnection connection) {
        hasSent = true;
        connection.used();
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

    /**
     * Closes the connection, even while it is in use; ends the wait for a dial. The lease itself goes on until it is
     * released.
     *
     * @param mode how
     */
    public void close(CloseMode mode) {
        Waiter wait = waiting();
        if (wait != null) {
            wait.cancel();
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
}
