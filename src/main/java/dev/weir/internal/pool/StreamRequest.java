package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One search for an entry: it waits in the queue of the route if none is free, until its time is over or it is canceled.
 * Ends once, with a call of one of the abstract methods. Thread-safe.
 */
abstract class StreamRequest extends Alarm implements FutureCallback<Entry<HttpRoute, PooledConnection>>, Runnable {

    // No time at all would mean forever.
    private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private enum Phase {
        ASKING,
        QUEUED,
        ENDED
    }

    final AsyncPool pool;
    // Replaced, by the requesting thread, if it was forgotten before that knew.
    RouteState route;
    final boolean isOwnLimit;
    final long startNanos;
    final long waitNanos;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.ASKING);

    // Set before the place is given up, by the same thread; null for a caller that gave up, and a closed pool.
    private volatile @Nullable LeaseOutcome reason;
    // Why the end of the wait could not be set; null if it was.
    private volatile @Nullable Exception unarmed;
    // The requesting thread, until the store has responded or queued it.
    private volatile @Nullable Thread asking;
    // Written by the requesting thread and that of the alarms; null if it need not ask again.
    private volatile @Nullable Ask ask;
    // How it ended: with an entry, a failure or neither. Written once, before any caller is told.
    private volatile @Nullable Entry<HttpRoute, PooledConnection> found;
    private volatile @Nullable Exception failure;
    private volatile long waitedNanos;
    // Written by the requesting thread, before any other thread looks.
    private volatile @Nullable Waiter<HttpRoute, PooledConnection> place;

    /**
     * Creates one whose caller begins to wait.
     *
     * @param ownNanos how long the caller waits, if that is less than usual; zero or less for the usual time
     * @param usualNanos the limit of the pool
     */
    StreamRequest(AsyncPool pool, RouteState route, long ownNanos, long usualNanos) {
        this(
                pool,
                route,
                System.nanoTime(),
                ownNanos > 0 ? Math.min(ownNanos, usualNanos) : usualNanos,
                ownNanos > 0 && ownNanos < usualNanos);
    }

    /**
     * Creates one for a caller that waits already.
     *
     * @param startNanos when its caller began to wait
     * @param waitNanos how long the caller waits in all
     * @param isOwnLimit whether that is not the limit of the pool
     */
    StreamRequest(AsyncPool pool, RouteState route, long startNanos, long waitNanos, boolean isOwnLimit) {
        super(startNanos, waitNanos);
        this.pool = pool;
        this.route = route;
        this.startNanos = startNanos;
        this.waitNanos = waitNanos;
        this.isOwnLimit = isOwnLimit;
    }

    /** Takes an entry, which may have to close, so that its caller needs another search. */
    abstract void found(Entry<HttpRoute, PooledConnection> entry, long waitedNanos);

    /** Notes that there is none. */
    abstract void failed(Exception cause, LeaseOutcome outcome, long waitedNanos);

    /** Notes that its caller has given up. */
    abstract void cancelled(long waitedNanos);

    final void start(@Nullable Object state, LeaseTerms terms) {
        asking = Thread.currentThread();
        try {
            Timeout left = Timeout.ofNanoseconds(Math.max(SHORTEST_WAIT_NANOS, atNanos() - System.nanoTime()));
            Entry<HttpRoute, PooledConnection> there = route.tryLease(state, terms);
            if (there != null) {
                completed(there);
                return;
            }
            Waiter<HttpRoute, PooledConnection> asked = route.lease(state, terms, left, this);
            while (asked == null) {
                route = pool.core.routes().of(route.route());
                asked = route.lease(state, terms, left, this);
            }
            place = asked;
            asking = null;
            if (phase.get() == Phase.ASKING) {
                queue(asked, route.policy.maxPending);
            }
        } catch (RuntimeException e) {
            broken(pool.isClosed() ? pool.refusal() : e);
        } catch (Error e) {
            broken(new IllegalStateException("The search for a connection failed", e));
            throw e;
        }
    }

    // The search may run on a thread where no caller would learn of the failure otherwise.
    private void broken(Exception cause) {
        Future<?> asked = place;
        if (asked != null) {
            unarmed = cause;
            asked.cancel(true); // otherwise it would be served later
        } else if (phase.get() != Phase.ENDED) {
            failed(cause);
        }
    }

    private void queue(Waiter<HttpRoute, PooledConnection> asked, int maxPending) {
        if (route.pending.incrementAndGet() > maxPending) {
            route.pending.decrementAndGet(); // a refused caller does not wait
            reason = LeaseOutcome.REJECTED;
            asked.cancel(true);
            return;
        }
        try {
            Alarms.shared().set(this);
            askAgainAfter(asked.firstAskNanos());
        } catch (NoThreadException e) {
            unarmed(asked, e);
            return;
        }
        if (!phase.compareAndSet(Phase.ASKING, Phase.QUEUED)) {
            unqueue();
        }
    }

    // A wait that nothing would end is none.
    private void unarmed(Future<Entry<HttpRoute, PooledConnection>> asked, Exception cause) {
        Alarms.shared().off(this);
        route.pending.decrementAndGet();
        unarmed = cause;
        asked.cancel(true);
    }

    // No event may come that serves it, while time alone changes the decision.
    private void askAgainAfter(long nanos) throws NoThreadException {
        if (nanos > 0 && nanos < waitNanos) {
            Ask next = new Ask(startNanos + nanos);
            ask = next;
            Alarms.shared().set(next);
        }
    }

    private final class Ask extends Alarm {
        Ask(long atNanos) {
            super(atNanos);
        }

        @Override
        protected void ring() {
            Waiter<HttpRoute, PooledConnection> waiting = place;
            if (waiting == null || phase.get() == Phase.ENDED) {
                return;
            }
            waiting.ask();
            try {
                askOnceMore();
            } catch (NoThreadException e) {
                // The alarms need this very thread, and the end of the wait is set.
            }
        }

        private void askOnceMore() throws NoThreadException {
            long halfNanos = waitNanos / 2 + 1;
            if (atNanos() - startNanos < halfNanos && phase.get() != Phase.ENDED) {
                askAgainAfter(halfNanos);
            }
        }
    }

    private void unqueue() {
        Alarms.shared().off(this);
        Ask set = ask;
        if (set != null) {
            Alarms.shared().off(set);
        }
        route.pending.decrementAndGet();
    }

    private long end() {
        boolean waited = phase.getAndSet(Phase.ENDED) == Phase.QUEUED;
        if (waited) {
            unqueue();
        }
        return waited ? System.nanoTime() - startNanos : 0;
    }

    // This object is the callback itself, so that the call needs no memory: without it the entry would be lost.
    private void tell() {
        if (asking == Thread.currentThread()) {
            CallbackExecutor.answer(this);
        } else {
            CallbackExecutor.run(this);
        }
    }

    /** Tells how it ended, once. */
    @Override
    public final void run() {
        Entry<HttpRoute, PooledConnection> entry = found;
        Exception cause = failure;
        if (entry != null) {
            found(entry, waitedNanos);
        } else if (cause != null) {
            refused(cause);
        } else {
            inVain();
        }
    }

    @Override
    public final void completed(Entry<HttpRoute, PooledConnection> entry) {
        found = entry;
        waitedNanos = end();
        tell();
    }

    @Override
    public final void failed(Exception cause) {
        failure = cause;
        waitedNanos = end();
        tell();
    }

    private void refused(Exception cause) {
        if (cause instanceof TimeoutException) { // the store looked at it after its time
            failed(pool.timedOut(route, waitedNanos, isOwnLimit), LeaseOutcome.TIMED_OUT, waitedNanos);
        } else {
            failed(cause, LeaseOutcome.CANCELLED, waitedNanos);
        }
    }

    @Override
    public final void cancelled() {
        if (asking == Thread.currentThread() && place == null && !pool.isClosed()) {
            return; // the store could not queue this, and fails: the requesting thread reports it
        }
        waitedNanos = end();
        tell();
    }

    private void inVain() {
        LeaseOutcome why = reason;
        Exception noEnd = unarmed;
        if (noEnd != null) {
            failed(noEnd, LeaseOutcome.CANCELLED, 0);
        } else if (why == LeaseOutcome.REJECTED) {
            failed(pool.rejected(route), why, 0);
        } else if (why == LeaseOutcome.TIMED_OUT) {
            failed(pool.timedOut(route, waitedNanos, isOwnLimit), why, waitedNanos);
        } else if (pool.isClosed()) {
            failed(pool.refusal(), LeaseOutcome.CANCELLED, waitedNanos);
        } else {
            cancelled(waitedNanos);
        }
    }

    /** Gives up; false if the search has ended. */
    final boolean giveUp() {
        Future<?> asked = place;
        return asked != null && asked.cancel(true);
    }

    // Another thread tells the caller, and nothing here waits.
    @Override
    protected final void ring() {
        reason = LeaseOutcome.TIMED_OUT;
        giveUp();
    }
}
