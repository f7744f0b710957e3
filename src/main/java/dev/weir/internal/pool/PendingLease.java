package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.callback.BlockingCalls;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A caller's place in the queue of its route, from the request to the lease. One thread calls {@link #await}; any thread may
 * {@link #cancel}. Whatever ends the wait, an entry that the store hands over meanwhile goes back to it.
 */
public abstract class PendingLease {

    // Zero would mean forever.
    private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ConnectionPool pool;
    // Replaced, by the waiting thread, if it was forgotten before the store knew of this caller.
    private RouteState route;
    private final @Nullable Object state;
    private final LeaseTerms terms;
    private final long startNanos;
    private final long waitNanos;

    private enum Stage {
        /** Nothing is decided, or the store was not asked yet. */
        OPEN,
        SERVED,
        CANCELLED
    }

    private static final AtomicReferenceFieldUpdater<PendingLease, Stage> STAGE =
            AtomicReferenceFieldUpdater.newUpdater(PendingLease.class, Stage.class, "stage");

    // The thread that moves it from OPEN decides; an entry that comes too late for that goes back.
    private volatile Stage stage = Stage.OPEN;
    // Replaced, by the waiting thread, when a connection turns out to be unusable; null until that thread asks.
    private volatile @Nullable Waiter<HttpRoute, PooledConnection> place;
    private volatile boolean isCancelled;
    // Only the waiting thread uses these.
    private boolean hasWaited;
    private long limitNanos;
    private boolean isAccepted;

    /**
     * Requests a connection.
     *
     * @param pool the pool
     * @param route its route
     * @param state the user of the connection; null for any
     * @param terms what it may have been through
     * @param timeout how long the request would wait; the smaller of it and {@code poolWait} counts, zero or less is none
     * @throws PoolClosedException if the pool takes no requests
     */
    protected PendingLease(
            ConnectionPool pool, RouteState route, @Nullable Object state, LeaseTerms terms, Timeout timeout) {
        if (!pool.lifecycle.isOpen()) {
            throw pool.lifecycle.refusal();
        }
        route.asked();
        this.pool = pool;
        this.route = route;
        this.state = state;
        this.terms = terms;
        this.startNanos = System.nanoTime();
        this.waitNanos = TimeValue.isPositive(timeout)
                ? Math.min(route.policy.poolWaitNanos, timeout.toNanoseconds())
                : route.policy.poolWaitNanos;
        this.limitNanos = waitNanos;
    }

    /**
     * Requests the connection and waits for it. It takes nothing before: a request for a lease without a waiting caller
     * costs the pool nothing.
     *
     * @param patience how long to wait at most, if that is less than what is left of the time of the lease; zero or less for
     *     no limit of its own
     * @return the lease
     * @throws PoolExhaustedException if none became free in the time of the lease, or too many already wait
     * @throws TimeoutException if none became free within the caller's patience
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws CancellationException if the lease was canceled
     * @throws ExecutionException if the lease failed otherwise
     * @throws IllegalStateException if the calling thread must not block: an I/O thread of a pool, or one that Reactor
     *     marks so
     */
    public final Lease await(Timeout patience)
            throws PoolExhaustedException, TimeoutException, InterruptedException, ExecutionException {
        long patienceNanos = TimeValue.isPositive(patience) ? patience.toNanoseconds() : Long.MAX_VALUE;
        limitNanos = patienceNanos < waitNanos ? Math.min(elapsedNanos() + patienceNanos, waitNanos) : waitNanos;
        try {
            BlockingCalls.check();
            pool.lifecycle.enter();
        } catch (RuntimeException refused) {
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw refused;
        }
        Lease lease = null;
        try {
            while (lease == null) {
                lease = ask();
            }
            return lease;
        } finally {
            if (lease == null) {
                try {
                    giveUp();
                } finally {
                    pool.lifecycle.leave();
                }
            }
        }
    }

    // Whatever ended the wait, even an Error: an entry that the store handed over meanwhile must go back
    // (HTTPCORE-795).
    private void giveUp() {
        Waiter<HttpRoute, PooledConnection> asked = place;
        if (asked == null || isAccepted || asked.cancel(true)) {
            return;
        }
        Entry<HttpRoute, PooledConnection> entry = asked.served();
        if (entry != null) {
            pool.putBack(entry);
        }
    }

    // Null if the connection was unusable, or the route was forgotten just now: then the caller asks again.
    private @Nullable Lease ask()
            throws PoolExhaustedException, TimeoutException, InterruptedException, ExecutionException {
        if (isCancelled) {
            throw cancelled(new CancellationException("The lease was canceled"));
        }
        Waiter<HttpRoute, PooledConnection> asked;
        try {
            Entry<HttpRoute, PooledConnection> entry = route.tryLease(state, terms);
            if (entry != null) {
                return accept(entry);
            }
            asked = route.lease(state, terms, atLeastShortest(leftNanos()), route.policy.maxPending, null);
        } catch (CancellationException e) {
            throw cancelled(e);
        } catch (IllegalStateException e) {
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw pool.isClosed() ? pool.lifecycle.refusal() : e;
        }
        if (asked == null) {
            route = pool.routes().of(route.route());
            return null;
        }
        place = asked;
        isAccepted = false;
        if (isCancelled) {
            asked.cancel(true); // if it already has an entry, that goes back when it is taken
        }
        hasWaited |= !asked.isDone();
        return take(asked);
    }

    private static Timeout atLeastShortest(long nanos) {
        return Timeout.ofNanoseconds(Math.max(SHORTEST_WAIT_NANOS, nanos));
    }

    // Null if the entry was unusable: then the caller asks again.
    private @Nullable Lease take(Waiter<HttpRoute, PooledConnection> asked)
            throws PoolExhaustedException, TimeoutException, InterruptedException, ExecutionException {
        try {
            return accept(asked.get(leftNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            throw timedOut();
        } catch (InterruptedException e) {
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw e;
        } catch (CancellationException e) {
            throw cancelled(e);
        } catch (ExecutionException e) {
            // The store itself times out a waiter when it looks at it after its time.
            if (e.getCause() instanceof TimeoutException) {
                throw timedOut();
            }
            if (e.getCause() instanceof RejectedExecutionException) {
                route.ended(LeaseOutcome.REJECTED, 0);
                throw pool.rejected(route, route.policy.maxPending);
            }
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw e;
        }
    }

    private @Nullable Lease accept(Entry<HttpRoute, PooledConnection> entry) {
        isAccepted = true; // from here on a caller is responsible for it
        if (!STAGE.compareAndSet(this, Stage.OPEN, Stage.SERVED)) {
            pool.putBack(entry);
            throw new CancellationException("The lease was canceled");
        }
        Lease lease = pool.assign(entry, route, hasWaited ? elapsedNanos() : 0);
        if (lease == null) {
            stage = isCancelled ? Stage.CANCELLED : Stage.OPEN;
        }
        return lease;
    }

    private PoolExhaustedException timedOut() throws TimeoutException {
        route.ended(LeaseOutcome.TIMED_OUT, elapsedNanos());
        if (limitNanos < waitNanos) {
            throw new TimeoutException("Pool '" + route.events().pool() + "': no connection to " + route.target()
                    + " within " + TimeUnit.NANOSECONDS.toMillis(elapsedNanos()) + " ms");
        }
        return pool.timedOut(route, elapsedNanos(), waitNanos < route.policy.poolWaitNanos);
    }

    private RuntimeException cancelled(CancellationException e) throws InterruptedException {
        route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
        // An interrupt during the request to the store shows as a canceled lease with the flag set.
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return pool.isClosed() ? pool.lifecycle.refusal() : e;
    }

    private long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    private long leftNanos() {
        return Math.max(0, limitNanos - elapsedNanos());
    }

    /**
     * Gives up: an entry that comes later, or has come and was not taken yet, goes back to the store.
     *
     * @return false if the lease had ended already
     */
    public final boolean cancel() {
        isCancelled = true;
        boolean first = stage == Stage.OPEN && STAGE.compareAndSet(this, Stage.OPEN, Stage.CANCELLED);
        Future<?> asked = place;
        if (asked != null) {
            asked.cancel(true);
        }
        return first;
    }
}
