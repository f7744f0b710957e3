package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.LeaseOutcome;
import org.apache.hc.client5.http.HttpRoute;
import org.jspecify.annotations.Nullable;

/** How an asynchronous caller gets a lease: another search follows as long as the entry that it finds is unusable. */
final class FirstSearch extends StreamRequest {

    private final @Nullable Object state;
    private final LeaseTerms terms;
    private final AsyncPool.Answer answer;
    private final Thread thread;
    // Where it was requested; null if not recorded.
    private final @Nullable Throwable place;

    private final FirstSearch first;

    // Of the first: set before that one starts; null while there is no other.
    private volatile @Nullable FirstSearch latest;

    /**
     * Creates it.
     *
     * @param waitNanos how long the caller waits, if that is shorter than the usual time; zero or less for that
     */
    FirstSearch(
            AsyncPool pool,
            RouteState route,
            long waitNanos,
            @Nullable Object state,
            LeaseTerms terms,
            AsyncPool.Answer answer) {
        super(pool, route, waitNanos, route.policy.poolWaitNanos);
        this.first = this;
        this.state = state;
        this.terms = terms;
        this.answer = answer;
        this.thread = Thread.currentThread();
        this.place = route.isTraced() ? new Throwable("leased here") : null;
    }

    private FirstSearch(FirstSearch before, RouteState route) {
        super(before.pool, route, before.startNanos, before.waitNanos, before.isOwnLimit);
        this.first = before.first;
        this.state = before.state;
        this.terms = before.terms;
        this.answer = before.answer;
        this.thread = before.thread;
        this.place = before.place;
    }

    /** Gives up, whichever search it has come to; false if that has ended. */
    boolean cancel() {
        FirstSearch later = first.latest;
        return later == null ? giveUp() : later.giveUp();
    }

    @Override
    void found(Entry<HttpRoute, PooledConnection> entry, long waitedNanos) {
        StreamLease lease = lease();
        if (pool.assign(lease, entry, waitedNanos)) {
            hand(lease);
        } else {
            searchOn(lease.route);
        }
    }

    private void searchOn(RouteState in) {
        FirstSearch following = new FirstSearch(this, in);
        first.latest = following;
        following.start(state, terms);
    }

    private StreamLease lease() {
        return new StreamLease(pool, route, state, terms, thread, place);
    }

    // A caller that does not get the lease cannot release it.
    private void hand(StreamLease lease) {
        boolean handed = false;
        try {
            if (lease.seated || lease.takePlace()) {
                lease.reused();
            } else {
                lease.list();
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
    void failed(Exception cause, LeaseOutcome outcome, long waitedNanos) {
        route.ended(outcome, waitedNanos);
        pool.core.lifecycle.leave();
        answer.refused(cause);
    }

    @Override
    void cancelled(long waitedNanos) {
        route.ended(LeaseOutcome.CANCELLED, waitedNanos);
        pool.core.lifecycle.leave();
        answer.cancelled();
    }
}
