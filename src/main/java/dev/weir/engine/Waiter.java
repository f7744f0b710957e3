package dev.weir.engine;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A caller that waits for an entry: in the queue of its route, or for the dial of an entry of its own. It takes whichever it
 * can have first, and ends with an entry, with a failure (too late, refused, or that of its dial), or canceled: by the caller
 * or by the closing of the pool. Thread-safe.
 *
 * <p>One that stops waiting, after a time or by an interrupt, gives up: an entry that comes later goes to the next. A caller
 * that is served at that moment still gets the entry, so that none is lost. One that waits for its own dial and is served by
 * another entry, or gives up, leaves the dial to the next caller; if the dial fails, the caller keeps its entry.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class Waiter<T, C extends ModalCloseable> implements Future<Entry<T, C>> {

    // The alarm that it sets rings a moment after the time is over, never before.
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Object CANCELED = new Object();

    final Segment<T, C> segment;
    // Null for one in the queue.
    private final @Nullable Entry<T, C> own;
    final @Nullable Object state;
    final LeaseTerms terms;
    // 0: no limit.
    final long limitNanos;
    final long sinceNanos;
    private final @Nullable FutureCallback<Entry<T, C>> callback;

    // Its place in the queue, guarded by the segment's gate.
    boolean queued;
    long arrival;

    // How it ends: with an entry, too late, or with a failure. Set once, while holding the gate; then used by the one
    // thread that tells it.
    @Nullable
    Entry<T, C> granted;

    boolean late;

    @Nullable
    Throwable failure;

    boolean isEnding;

    // The time after which it asks again by itself; 0: never. Set before it waits.
    long askAfterNanos;

    // An entry, an exception, or canceled; null while it waits.
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();
    // Opened at the end.
    private final CountDownLatch over = new CountDownLatch(1);

    Waiter(
            Segment<T, C> segment,
            @Nullable Object state,
            LeaseTerms terms,
            @Nullable FutureCallback<Entry<T, C>> callback,
            Timeout limit) {
        this.segment = segment;
        this.own = null;
        this.state = state;
        this.terms = terms;
        this.callback = callback;
        this.limitNanos = Math.max(0, limit.toNanoseconds());
        this.sinceNanos = segment.pool.nanoTime();
    }

    /** Makes one that waits for the dial of its own entry. */
    Waiter(Entry<T, C> own) {
        this.segment = own.segment;
        this.own = own;
        this.state = own.sharedState;
        this.terms = own.terms;
        this.callback = null;
        this.limitNanos = 0;
        this.sinceNanos = segment.pool.nanoTime();
    }

    /**
     * Returns the entry whose connection is being dialed for it.
     *
     * @return the entry; it no longer belongs to the caller if the wait ended with another or was canceled
     */
    public Entry<T, C> own() {
        return Objects.requireNonNull(own);
    }

    /**
     * Begins the dial of the own entry.
     *
     * @return whether the caller must dial; false if another entry served it already, or it gave up
     */
    public boolean begin() {
        return segment.step(effects -> segment.service.beginDial(this, effects));
    }

    /** Waits for the dial of the own entry that another caller began, if it is still under way. */
    public void join() {
        segment.act(effects -> segment.service.joinDial(this, effects));
    }

    /**
     * Tells whether the dial has succeeded and its entry is the caller's.
     *
     * @return whether it is; false while the wait goes on
     */
    public boolean isServedByOwn() {
        return served() == own;
    }

    /**
     * Returns the entry that it ended with. Allocates nothing, unlike a {@code get} that fails.
     *
     * @return the entry; null for none
     */
    public @Nullable Entry<T, C> served() {
        return isDone() && !isCancelled() ? granted : null;
    }

    /**
     * Returns the entry that the caller has after the wait.
     *
     * @return the entry it ended with, the own entry if its dial failed, null if it was canceled
     */
    public @Nullable Entry<T, C> left() {
        if (isCancelled()) {
            return null;
        }
        return granted == null ? own : granted;
    }

    /**
     * Returns after which time a caller that does not wait in {@code get} must {@link #ask} again: time alone may change
     * the decision.
     *
     * @return the time since it began to wait; zero for never
     */
    public long firstAskNanos() {
        return limitNanos > 0 ? Math.min(askAfterNanos, limitNanos / 2) : askAfterNanos;
    }

    /** Asks again; out of turn if half of its time has passed. */
    public void ask() {
        if (!isDone()) {
            segment.act(effects -> segment.service.ask(this, effects));
        }
    }

    boolean isHalfway(long nowNanos) {
        return limitNanos > 0 && nowNanos - sinceNanos >= limitNanos / 2;
    }

    boolean isLate(long nowNanos) {
        return limitNanos > 0 && nowNanos - sinceNanos >= limitNanos;
    }

    /** Tells the caller how its wait ended. An entry that it does not take goes back. */
    void end(Effects<T, C> effects) {
        if (granted != null) {
            hand(granted, effects);
        } else if (late) {
            fail(new TimeoutException("No connection became free in time"));
        } else if (failure == null) {
            cancel();
        } else if (!fail(failure) && own != null) {
            segment.takeBack(own, effects);
        }
    }

    private void hand(Entry<T, C> entry, Effects<T, C> effects) {
        boolean taken = false;
        try {
            taken = endsWith(entry);
            if (taken && callback != null) {
                callback.completed(entry);
            }
        } finally {
            if (!taken && isCancelled()) {
                segment.putBack(entry, effects);
            }
        }
    }

    private boolean fail(Throwable why) {
        boolean first = endsWith(why);
        if (first && callback != null) {
            callback.failed(why instanceof Exception each ? each : new ExecutionException(why));
        }
        return first;
    }

    private boolean cancel() {
        boolean first = endsWith(CANCELED);
        if (first && callback != null) {
            callback.cancelled();
        }
        return first;
    }

    private boolean endsWith(Object how) {
        boolean first = outcome.compareAndSet(null, how);
        over.countDown();
        return first;
    }

    /** Ends the wait of a caller that will not learn of it. */
    void disown() {
        if (endsWith(CANCELED)) {
            withdraw();
        }
    }

    private void withdraw() {
        if (own != null) {
            segment.act(effects -> segment.service.abandonDial(this, effects));
        } else {
            segment.forget(this);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        try {
            return cancel();
        } finally {
            if (isCancelled()) {
                withdraw();
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
    public Entry<T, C> get() throws InterruptedException, ExecutionException {
        try {
            if (!isDone()) {
                over.await();
            }
            return result();
        } catch (InterruptedException e) {
            return servedDespite(e);
        }
    }

    @Override
    public Entry<T, C> get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            if (!isDone() && !await(unit.toNanos(timeout)) && cancel(true)) {
                throw new TimeoutException("No connection became free in time");
            }
            return result();
        } catch (InterruptedException e) {
            return servedDespite(e);
        }
    }

    // No event may come that serves it, so it asks again when time alone may have changed the decision.
    private boolean await(long timeoutNanos) throws InterruptedException {
        long leftNanos = timeoutNanos;
        if (askAfterNanos > 0 && !isDone()) {
            long halfNanos = limitNanos > 0 ? limitNanos / 2 : timeoutNanos;
            leftNanos = askAfter(Math.min(askAfterNanos, halfNanos), leftNanos);
            leftNanos = askAfter(halfNanos - (timeoutNanos - leftNanos), leftNanos);
        }
        return over.await(leftNanos, TimeUnit.NANOSECONDS);
    }

    /** Waits for a time and asks again, unless that takes all that is left. Returns what is left then. */
    private long askAfter(long nanos, long leftNanos) throws InterruptedException {
        if (nanos >= leftNanos - MILLISECOND || isDone()) {
            return leftNanos;
        }
        long pauseNanos = Math.max(0, nanos) + MILLISECOND;
        if (!over.await(pauseNanos, TimeUnit.NANOSECONDS)) {
            segment.act(effects -> segment.service.ask(this, effects));
        }
        return leftNanos - pauseNanos;
    }

    private Entry<T, C> result() throws ExecutionException {
        Object how = outcome.get();
        if (how == CANCELED) {
            throw new CancellationException("The wait for a connection was canceled");
        }
        if (how instanceof Throwable why) {
            throw new ExecutionException(why);
        }
        return Objects.requireNonNull(granted);
    }

    private Entry<T, C> servedDespite(InterruptedException e) throws InterruptedException, ExecutionException {
        if (cancel(true)) {
            throw e;
        }
        Thread.currentThread().interrupt();
        return result(); // it ended first
    }
}
