package dev.weir.internal.pool;

import dev.weir.engine.LeaseTerms;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.callback.NoMemoryException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** How an asynchronous caller gets a lease: it searches again as long as the entry it finds is unusable. */
final class FirstSearch implements StreamRequest.Seeker {

    private final AsyncPool pool;
    // Replaced when an entry was found, if the route was forgotten before the store knew of this caller.
    private volatile RouteState route;
    private final @Nullable Object state;
    private final LeaseTerms terms;
    private final Timeout timeout;
    private final AsyncPool.Answer answer;
    private final StreamLease.Origin origin;
    private final long startNanos = System.nanoTime();

    // Set before it starts; null: any address will do.
    private volatile @Nullable Elsewhere elsewhere;

    // Replaced when the entry found is unusable.
    private volatile @Nullable StreamRequest request;

    FirstSearch(
            AsyncPool pool,
            RouteState route,
            @Nullable Object state,
            LeaseTerms terms,
            Timeout timeout,
            AsyncPool.Answer answer) {
        this.pool = pool;
        this.route = route;
        this.state = state;
        this.terms = terms;
        this.timeout = timeout;
        this.answer = answer;
        boolean isTraced = route.isTraced();
        this.origin = new StreamLease.Origin(Thread.currentThread(), isTraced ? new Throwable("leased here") : null);
    }

    /** Requests a connection to an address other than some. */
    void goes(Elsewhere which) {
        elsewhere = which;
    }

    void start() {
        long usualNanos = route.policy.poolWaitNanos;
        long waitNanos = TimeValue.isPositive(timeout) ? Math.min(usualNanos, timeout.toNanoseconds()) : usualNanos;
        StreamRequest next = request(waitNanos, waitNanos < usualNanos);
        request = next;
        if (next == null) {
            failed(NoMemoryException.INSTANCE, LeaseOutcome.CANCELLED, 0);
        } else {
            next.start(state, terms, elsewhere);
        }
    }

    private @Nullable StreamRequest request(long waitNanos, boolean isOwnLimit) {
        try {
            return new StreamRequest(pool, route, this, startNanos, waitNanos, isOwnLimit);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    boolean cancel() {
        StreamRequest current = request;
        return current != null && current.cancel();
    }

    @Override
    public void found(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry, long waitedNanos) {
        StreamLease lease = lease(entry);
        if (lease == null) {
            return; // the caller knows already
        }
        boolean assigned;
        try {
            assigned = pool.assign(lease, entry, waitedNanos);
        } catch (OutOfMemoryError e) {
            lease.release(null, Long.MAX_VALUE); // this leaves the pool in any case
            answer.refused(NoMemoryException.INSTANCE);
            return;
        }
        if (assigned) {
            handIfPossible(lease);
        } else {
            start();
        }
    }

    private void handIfPossible(StreamLease lease) {
        try {
            hand(lease);
        } catch (OutOfMemoryError e) {
            answer.refused(NoMemoryException.INSTANCE);
        }
    }

    // Null if there is no memory for it: then the entry goes back, and the caller is told.
    private @Nullable StreamLease lease(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        try {
            if (route.isLeaving) {
                route = pool.core().routes().kept(route);
            }
            return new StreamLease(pool, route, state, terms, origin);
        } catch (OutOfMemoryError e) {
            pool.store().decline(entry, true);
            failed(NoMemoryException.INSTANCE, LeaseOutcome.CANCELLED, 0);
            return null;
        }
    }

    // A caller that does not get the lease cannot release it.
    private void hand(StreamLease lease) {
        boolean handed = false;
        try {
            if (lease.seated || lease.takePlace()) {
                lease.reused();
            } else {
                lease.list();
                lease.goes(elsewhere);
            }
            answer.leased(lease);
            handed = true;
        } finally {
            if (!handed) {
                lease.release(null, Long.MAX_VALUE);
            }
        }
    }

    @Override
    public void failed(Exception cause, LeaseOutcome outcome, long waitedNanos) {
        route.ended(outcome, waitedNanos);
        pool.core.lifecycle.leave();
        answer.refused(cause);
    }

    @Override
    public void cancelled(long waitedNanos) {
        route.ended(LeaseOutcome.CANCELLED, waitedNanos);
        pool.core.lifecycle.leave();
        answer.cancelled();
    }
}
