package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.Waiter;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One search of a lease for an entry: it waits in the queue of the route if none is free, until its time is over or it is
 * canceled. Ends once. Thread-safe.
 */
final class StreamRequest extends Alarm implements FutureCallback<Entry<HttpRoute, PooledConnection>>, Runnable {

    // No time at all would mean forever.
    private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final AsyncPool pool;
    private final StreamLease lease;
    private final long startNanos;
    private final long waitNanos;
    private final boolean isOwnLimit;
    private final AtomicBoolean ended = new AtomicBoolean();

    // The requesting thread, until the store has responded or queued it.
    private volatile @Nullable Thread asking;
    // Written by the requesting thread.
    private volatile @Nullable Waiter<HttpRoute, PooledConnection> place;
    // Written by the requesting thread and that of the alarms; null if it need not ask again.
    private volatile @Nullable Ask ask;
    private volatile boolean isTimedOut;
    // How it ended: with an entry, a failure or neither. Written once, before the lease is told.
    private volatile @Nullable Entry<HttpRoute, PooledConnection> found;
    private volatile @Nullable Exception failure;
    private volatile long waitedNanos;

    /**
     * Creates it.
     *
     * @param startNanos when its caller began to wait
     * @param waitNanos how long the caller waits in all
     * @param isOwnLimit whether that is not the limit of the pool
     */
    StreamRequest(AsyncPool pool, StreamLease lease, long startNanos, long waitNanos, boolean isOwnLimit) {
        super(startNanos, waitNanos);
        this.pool = pool;
        this.lease = lease;
        this.startNanos = startNanos;
        this.waitNanos = waitNanos;
        this.isOwnLimit = isOwnLimit;
    }

    void start() {
        asking = Thread.currentThread();
        try {
            Entry<HttpRoute, PooledConnection> there = lease.route.tryLease(lease.state, lease.terms);
            if (there != null) {
                completed(there);
            } else {
                Alarms.shared().set(this); // first: a wait that nothing would end is none
                queue();
            }
        } catch (NoThreadException | RuntimeException e) {
            failed(pool.core.isClosed() ? pool.core.lifecycle.refusal() : e);
        } catch (Error e) { // it may run where no caller would learn of the failure otherwise
            failed(new IllegalStateException("The search for a connection failed", e));
            throw e;
        } finally {
            asking = null;
        }
    }

    private void queue() throws NoThreadException {
        Timeout left = Timeout.ofNanoseconds(Math.max(SHORTEST_WAIT_NANOS, atNanos() - System.nanoTime()));
        Waiter<HttpRoute, PooledConnection> asked = null;
        while (asked == null) {
            RouteState route = lease.route;
            asked = route.lease(lease.state, lease.terms, left, route.policy.maxPending, this);
            if (asked == null) {
                lease.route = pool.core.routes().of(route.route()); // it was forgotten just now
            }
        }
        place = asked;
        if (isTimedOut) {
            giveUp(); // it rang before there was anything to give up
        }
        if (!asked.isDone()) {
            askAgainAfter(asked.firstAskNanos());
        }
    }

    // No event may come that serves it, while time alone changes the decision.
    private void askAgainAfter(long nanos) throws NoThreadException {
        if (nanos > 0 && nanos < waitNanos) {
            Ask next = new Ask(startNanos + nanos);
            ask = next;
            Alarms.shared().set(next);
            if (ended.get()) {
                Alarms.shared().off(next);
            }
        }
    }

    private final class Ask extends Alarm {
        Ask(long atNanos) {
            super(atNanos);
        }

        @Override
        protected void ring() {
            Waiter<HttpRoute, PooledConnection> waiting = place;
            if (waiting == null || ended.get()) {
                return;
            }
            waiting.ask();
            long halfNanos = waitNanos / 2 + 1;
            if (atNanos() - startNanos < halfNanos) {
                try {
                    askAgainAfter(halfNanos);
                } catch (NoThreadException e) {
                    // The alarms need this very thread, and the end of the wait is set.
                }
            }
        }
    }

    @Override
    public void completed(Entry<HttpRoute, PooledConnection> entry) {
        if (ended.compareAndSet(false, true)) {
            found = entry;
            tell();
        } else {
            entry.decline(true);
        }
    }

    @Override
    public void failed(Exception cause) {
        if (ended.compareAndSet(false, true)) {
            failure = cause;
            tell();
        }
        giveUp(); // a place that it may have, if this is not how the wait for that ended
    }

    @Override
    public void cancelled() {
        if (ended.compareAndSet(false, true)) {
            tell();
        }
    }

    // This object is the callback itself, so that the call needs no memory: without it the entry would be lost.
    private void tell() {
        Alarms.shared().off(this);
        Ask set = ask;
        if (set != null) {
            Alarms.shared().off(set);
        }
        if (asking == Thread.currentThread()) {
            CallbackExecutor.answer(this);
        } else {
            waitedNanos = System.nanoTime() - startNanos;
            CallbackExecutor.run(this);
        }
    }

    /** Tells the lease how it ended, once. */
    @Override
    public void run() {
        Entry<HttpRoute, PooledConnection> entry = found;
        if (entry == null) {
            refused(failure);
        } else if (pool.assign(lease, entry, waitedNanos)) {
            lease.served();
        } else {
            lease.search(startNanos, waitNanos, isOwnLimit);
        }
    }

    // The store itself times out a waiter when it looks at it after its time.
    private void refused(@Nullable Exception cause) {
        if (cause instanceof RejectedExecutionException) {
            lease.refused(pool.core.rejected(lease.route, lease.route.policy.maxPending), LeaseOutcome.REJECTED, 0);
        } else if (cause == null ? isTimedOut : cause instanceof TimeoutException) {
            lease.refused(
                    pool.core.timedOut(lease.route, waitedNanos, isOwnLimit), LeaseOutcome.TIMED_OUT, waitedNanos);
        } else {
            Exception why = cause == null && pool.core.isClosed() ? pool.core.lifecycle.refusal() : cause;
            lease.refused(why, LeaseOutcome.CANCELLED, waitedNanos);
        }
    }

    /** Gives up; false if the search has ended. */
    boolean giveUp() {
        Waiter<HttpRoute, PooledConnection> asked = place;
        return asked != null && asked.cancel(true);
    }

    // Another thread tells the caller, and nothing here waits.
    @Override
    protected void ring() {
        isTimedOut = true;
        giveUp();
    }
}
