package dev.weir.internal.pool;

import dev.weir.engine.HopelessWaitException;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolExhaustedException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A caller's place in the queue of its route, from asking to having. One thread calls {@link #await}; any thread may
 * {@link #cancel}. Whatever ends the wait, an entry that the store hands over meanwhile goes back to it.
 */
public final class PendingLease {

    // No time at all would mean for ever.
    private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ConnectionPool pool;
    private final RouteState route;
    private final @Nullable Object state;
    private final LeaseTerms terms;
    private final long startNanos;
    private final long waitNanos;

    // Replaced, by the thread that waits, when a connection turns out to be of no use.
    private volatile Future<PoolEntry<HttpRoute, ManagedHttpClientConnection>> place;
    private volatile boolean isCancelled;
    // Only the thread that waits uses it.
    private boolean hasWaited;

    PendingLease(ConnectionPool pool, RouteState route, @Nullable Object state, LeaseTerms terms, long waitNanos) {
        this.pool = pool;
        this.route = route;
        this.state = state;
        this.terms = terms;
        this.startNanos = System.nanoTime();
        this.waitNanos = waitNanos;
        this.place = ask(waitNanos);
    }

    private Future<PoolEntry<HttpRoute, ManagedHttpClientConnection>> ask(long nanos) {
        return pool.store().lease(route.route(), state, terms, Timeout.ofNanoseconds(nanos), null);
    }

    /**
     * Waits for the connection.
     *
     * @return the lease
     * @throws PoolExhaustedException if none came free in time, or too many wait already
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws CancellationException if the lease was cancelled
     * @throws ExecutionException if the lease failed otherwise
     */
    public Lease await() throws PoolExhaustedException, InterruptedException, ExecutionException {
        try {
            pool.lifecycle().enter();
        } catch (RuntimeException closed) {
            giveUp();
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw closed;
        }
        Lease lease = null;
        try {
            while (lease == null) {
                lease = place.isDone() ? take() : queue();
            }
            return lease;
        } finally {
            if (lease == null) {
                pool.lifecycle().leave();
            }
        }
    }

    private @Nullable Lease queue() throws PoolExhaustedException, InterruptedException, ExecutionException {
        int maxPending = route.policy().maxPending;
        if (route.pending.incrementAndGet() > maxPending) {
            route.pending.decrementAndGet(); // whoever is refused does not wait
            return takeOrRefuse(maxPending);
        }
        pool.waiting().add(this);
        try {
            if (pool.lifecycle().isClosed()) {
                cancel();
            }
            hasWaited = true;
            return take();
        } finally {
            route.pending.decrementAndGet();
            pool.waiting().remove(this);
        }
    }

    private @Nullable Lease takeOrRefuse(int maxPending)
            throws PoolExhaustedException, InterruptedException, ExecutionException {
        if (!place.cancel(true)) {
            return take();
        }
        route.ended(LeaseOutcome.REJECTED, 0);
        throw pool.rejected(route, maxPending);
    }

    // Null if what the store had was of no use: then the caller asks again.
    private @Nullable Lease take() throws PoolExhaustedException, InterruptedException, ExecutionException {
        try {
            PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = place.get(leftNanos(), TimeUnit.NANOSECONDS);
            Lease lease = pool.assign(entry, route, hasWaited ? elapsedNanos() : 0);
            if (lease == null) {
                askAgain();
            }
            return lease;
        } catch (TimeoutException e) {
            throw timedOut();
        } catch (InterruptedException e) {
            giveUp();
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw e;
        } catch (CancellationException e) {
            throw cancelled(e);
        } catch (ExecutionException e) {
            // The store times out a waiter by itself when it happens to look at it after its time.
            if (e.getCause() instanceof TimeoutException) {
                throw timedOut();
            }
            if (e.getCause() instanceof HopelessWaitException outlook) {
                route.ended(LeaseOutcome.REJECTED, 0);
                throw pool.hopeless(route, outlook);
            }
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw e;
        }
    }

    private void askAgain() {
        try {
            place = ask(Math.max(SHORTEST_WAIT_NANOS, leftNanos()));
        } catch (IllegalStateException e) {
            route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
            throw pool.lifecycle().isClosed() ? pool.lifecycle().refusal() : e;
        }
        if (isCancelled) {
            place.cancel(true);
        }
    }

    private PoolExhaustedException timedOut() {
        route.ended(LeaseOutcome.TIMED_OUT, elapsedNanos());
        return pool.timedOut(route, elapsedNanos(), waitNanos < route.policy().poolWaitNanos);
    }

    private RuntimeException cancelled(CancellationException e) throws InterruptedException {
        route.ended(LeaseOutcome.CANCELLED, elapsedNanos());
        // An interrupt that the store noticed while the caller asked shows as a cancelled lease with the flag set.
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return pool.lifecycle().isClosed() ? pool.lifecycle().refusal() : e;
    }

    private long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    private long leftNanos() {
        return Math.max(0, waitNanos - elapsedNanos());
    }

    /**
     * Gives up the place in the queue.
     *
     * @return false if the lease had ended already
     */
    public boolean cancel() {
        isCancelled = true;
        return place.cancel(true);
    }

    // Cancelling fails if the store has handed over an entry that nobody took: it must go back (HTTPCORE-795).
    private void giveUp() {
        if (!cancel()) {
            PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = handedOver();
            if (entry != null) {
                pool.putBack(entry);
            }
        }
    }

    private @Nullable PoolEntry<HttpRoute, ManagedHttpClientConnection> handedOver() {
        boolean interrupted = Thread.interrupted();
        try {
            return place.get(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException | CancellationException e) {
            return null; // it ended without an entry
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
