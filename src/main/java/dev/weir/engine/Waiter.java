package dev.weir.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A caller in the queue of its route: it has neither a connection nor a dial, and takes whichever it can have first. It ends
 * with an entry, too late, or canceled. Thread-safe.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class Waiter<T, C extends ModalCloseable> extends Wait<T, C> {

    // The alarm that it sets rings a moment after the time is over, never before.
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    final @Nullable Object state;
    final LeaseTerms terms;
    // 0: no limit.
    final long limitNanos;

    // The links are guarded by the segment's gate.
    @Nullable
    Waiter<T, C> next;

    @Nullable
    Waiter<T, C> previous;

    boolean queued;

    // Its arrival number within the segment.
    long arrival;

    // How the wait ended without an entry; set while holding the gate, then used by the one thread that tells the
    // caller.
    boolean late;

    @Nullable
    RuntimeException failure;

    // The time after which it asks again by itself; 0: never. Set before it waits.
    long askAfterNanos;

    Waiter(
            Segment<T, C> segment,
            @Nullable Object state,
            LeaseTerms terms,
            @Nullable FutureCallback<Entry<T, C>> callback,
            Timeout limit,
            long nowNanos) {
        super(segment, callback, nowNanos);
        this.state = state;
        this.terms = terms;
        this.limitNanos = Math.max(0, limit.toNanoseconds());
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
            segment.ask(this);
        }
    }

    boolean isHalfway(long nowNanos) {
        return limitNanos > 0 && nowNanos - sinceNanos >= limitNanos / 2;
    }

    boolean isLate(long nowNanos) {
        return limitNanos > 0 && nowNanos - sinceNanos >= limitNanos;
    }

    @Override
    void withdraw() {
        segment.forget(this);
    }

    @Override
    void endInVain(Effects<T, C> effects) {
        if (late) {
            failed(new TimeoutException("No connection became free in time"));
        } else if (failure != null) {
            failed(failure);
        } else {
            endCancelled();
        }
    }

    // No event may come that serves it, so it asks again when time alone may have changed the decision.
    @Override
    boolean await(long timeoutNanos) throws InterruptedException {
        long leftNanos = timeoutNanos;
        if (askAfterNanos > 0 && !isDone()) {
            long halfNanos = limitNanos > 0 ? limitNanos / 2 : timeoutNanos;
            leftNanos = askAfter(Math.min(askAfterNanos, halfNanos), leftNanos);
            leftNanos = askAfter(halfNanos - (timeoutNanos - leftNanos), leftNanos);
        }
        return super.await(leftNanos);
    }

    /** Waits for a time and asks again, unless that takes all that is left. Returns what is left then. */
    private long askAfter(long nanos, long leftNanos) throws InterruptedException {
        if (nanos >= leftNanos - MILLISECOND || isDone()) {
            return leftNanos;
        }
        long pauseNanos = Math.max(0, nanos) + MILLISECOND;
        if (!super.await(pauseNanos)) {
            segment.ask(this);
        }
        return leftNanos - pauseNanos;
    }
}
