package dev.weir.engine;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A caller that waits for an entry in the queue of its route. It ends with an entry, with a failure (too late, refused, or
 * that of a dial), or canceled: by the caller or by the closing of the pool. On its way it is admitted once a dial is under
 * way for it; its time is not limited as long as that covers it. Thread-safe.
 *
 * <p>One that stops waiting, after a time or by an interrupt, gives up: an entry that comes later goes to the next. A caller
 * that is served at that moment still gets the entry, so that none is lost.
 */
public final class Waiter implements Future<Entry> {

    /** Is told how a wait goes on; perhaps of its end first. */
    public interface Caller extends FutureCallback<Entry> {

        /**
         * A dial is under way for it, or not any longer: {@link Waiter#isCovered} tells.
         *
         * @param wait the wait, which goes on
         */
        default void covered(Waiter wait) {}
    }

    // So that the time is over when it asks.
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Object CANCELED = new Object();

    final Segment segment;
    final @Nullable Object state;
    final LeaseTerms terms;
    // 0: no limit.
    final long limitNanos;
    // So many may wait, this one included.
    final int maxPending;
    // Moves on by the time in which it was covered. Written while holding the gate.
    private volatile long sinceNanos;
    private final @Nullable Caller caller;

    // Its place in the queue, guarded by the segment's gate.
    boolean queued;
    // Whether it had to wait for a dial to begin.
    boolean pends;
    long arrival;

    // How it ends: with an entry, too late, or with a failure. Set once, while holding the gate; then used by the one
    // thread that tells it.
    @Nullable
    Entry granted;

    boolean late;

    @Nullable
    Throwable failure;

    boolean isEnding;

    // Both written while holding the gate, as is the time since when a dial has covered it; the first once.
    private volatile boolean admitted;
    private volatile boolean covered;
    private long coveredNanos;

    // An entry, an exception, or canceled; null while it waits.
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();
    // The latest that waits here; woken when it is admitted, and at the end.
    private volatile @Nullable Thread waiting;

    Waiter(
            Segment segment,
            @Nullable Object state,
            LeaseTerms terms,
            @Nullable Caller caller,
            Timeout limit,
            int maxPending) {
        this.segment = segment;
        this.state = state;
        this.terms = terms;
        this.caller = caller;
        this.limitNanos = Math.max(0, limit.toNanoseconds());
        this.maxPending = maxPending;
        this.sinceNanos = segment.pool.nanoTime();
    }

    /**
     * Returns the entry that it ended with.
     *
     * @return the entry; null for none
     */
    public @Nullable Entry served() {
        return isDone() && !isCancelled() ? granted : null;
    }

    /**
     * Tells whether it has ended, or a dial is under way for it.
     *
     * @return whether its pool wait is over
     */
    public boolean hasWay() {
        return admitted || isDone();
    }

    /** Tells whether a dial is under way for it, or was. */
    boolean isAdmitted() {
        return admitted;
    }

    /**
     * Tells whether its end, which may have come, is that of a dial.
     *
     * @return whether it was admitted, and neither served nor canceled
     */
    public boolean isUnderWay() {
        return admitted && served() == null && !isCancelled();
    }

    /**
     * Tells whether a dial is under way for it.
     *
     * @return false before it is admitted, and once that dial carries fewer callers than it might have
     */
    public boolean isCovered() {
        return covered;
    }

    /** Call it while holding the gate. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    void cover(boolean isCovered) {
        long nowNanos = segment.pool.nanoTime();
        if (isCovered) {
            admitted = true;
            coveredNanos = nowNanos;
        } else {
            sinceNanos += nowNanos - coveredNanos;
        }
        covered = isCovered;
    }

    /** Tells the caller whether a dial is under way for it. */
    void tellCovered() {
        LockSupport.unpark(waiting);
        if (caller != null) {
            caller.covered(this);
        }
    }

    /**
     * Returns how much of its time is left unless it is covered.
     *
     * @return the time, not below zero
     */
    public long leftNanos() {
        return limitNanos == 0 ? Long.MAX_VALUE : Math.max(0, limitNanos - (segment.pool.nanoTime() - sinceNanos));
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /**
     * Returns for how long to wait before it must {@link #ask} again, though nothing happened: time alone may serve it, or
     * end it.
     *
     * @return nanoseconds, at least a moment
     */
    public long pauseNanos() {
        long askAfterNanos = segment.askAfterNanos();
        long waitedNanos = segment.pool.nanoTime() - sinceNanos;
        long halfNanos = limitNanos > 0 ? limitNanos / 2 : Long.MAX_VALUE;
        long firstNanos = Math.min(askAfterNanos, halfNanos);
        long nextNanos = waitedNanos < firstNanos ? firstNanos : halfNanos;
        boolean asks = askAfterNanos > 0 && waitedNanos < nextNanos && nextNanos < Long.MAX_VALUE;
        long pauseNanos = Math.max(0, asks ? nextNanos - waitedNanos : leftNanos());
        return Math.min(pauseNanos, Long.MAX_VALUE - MILLISECOND) + MILLISECOND;
    }

    /** Serves it if that is possible by now, or ends it if its time is over. */
    public void ask() {
        if (!isDone()) {
            segment.act(segment::serve);
        }
    }

    boolean isHalfway(long nowNanos) {
        return limitNanos > 0 && nowNanos - sinceNanos >= limitNanos / 2;
    }

    boolean isLate(long nowNanos) {
        return !covered && limitNanos > 0 && nowNanos - sinceNanos >= limitNanos;
    }

    /** Tells the caller how its wait ended. An entry that it does not take goes back. */
    void end(Effects effects) {
        if (granted != null) {
            hand(granted, effects);
        } else if (late) {
            fail(new TimeoutException("No connection became free in time"));
        } else if (failure == null) {
            cancel();
        } else {
            fail(failure);
        }
    }

    private void hand(Entry entry, Effects effects) {
        boolean taken = false;
        try {
            taken = endsWith(entry);
            if (taken && caller != null) {
                caller.completed(entry);
            }
        } finally {
            if (!taken && isCancelled()) {
                segment.putBack(entry, effects);
            }
        }
    }

    private void fail(Throwable why) {
        if (endsWith(why) && caller != null) {
            caller.failed(why instanceof Exception each ? each : new ExecutionException(why));
        }
    }

    private boolean cancel() {
        boolean first = endsWith(CANCELED);
        if (first && caller != null) {
            caller.cancelled();
        }
        return first;
    }

    private boolean endsWith(Object how) {
        boolean first = outcome.compareAndSet(null, how);
        LockSupport.unpark(waiting);
        return first;
    }

    /** Ends the wait of a caller that will not learn of it; false if it has ended. */
    boolean disown() {
        boolean first = endsWith(CANCELED);
        if (first) {
            segment.forget(this);
        }
        return first;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        try {
            return cancel();
        } finally {
            if (isCancelled()) {
                segment.forget(this);
            }
        }
    }

    @Override
    public boolean isDone() {
        return outcome.get() != null;
    }

    @Override
    public boolean isCancelled() {
        return outcome.get() == CANCELED;
    }

    @Override
    public Entry get() throws InterruptedException, ExecutionException {
        await(true, Long.MAX_VALUE);
        return result();
    }

    @Override
    public Entry get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!await(true, unit.toNanos(timeout))) {
            throw new TimeoutException("No connection became free in time");
        }
        return result();
    }

    /**
     * Waits until it has ended, or a dial is under way for it.
     *
     * @param timeoutNanos for how long
     * @return false if neither came in time, so that it has given up
     * @throws InterruptedException if it has given up because of an interrupt
     */
    public boolean awaitWay(long timeoutNanos) throws InterruptedException {
        return await(false, timeoutNanos);
    }

    // If it ended before it gave up, it did not give up. Between the look and the parking nothing runs that parks, too.
    private boolean await(boolean untilEnd, long timeoutNanos) throws InterruptedException {
        long startNanos = System.nanoTime();
        boolean asks = false;
        waiting = Thread.currentThread();
        while (untilEnd ? !isDone() : !hasWay()) {
            long leftNanos = timeoutNanos - (System.nanoTime() - startNanos);
            boolean isInterrupted = Thread.currentThread().isInterrupted();
            if (leftNanos <= 0 || isInterrupted) {
                if (cancel(true)) {
                    if (isInterrupted && Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    return false;
                }
            } else if (asks && !hasWay()) {
                asks = false;
                ask();
            } else {
                asks = true;
                LockSupport.parkNanos(this, hasWay() ? leftNanos : Math.min(leftNanos, pauseNanos()));
            }
        }
        return true;
    }

    private Entry result() throws ExecutionException {
        Object how = outcome.get();
        if (how == CANCELED) {
            throw new CancellationException("The wait for a connection was canceled");
        }
        if (how instanceof Throwable why) {
            throw new ExecutionException(why);
        }
        return Objects.requireNonNull(granted);
    }
}
