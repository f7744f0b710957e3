package dev.weir.engine;

import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Deadline;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A caller in the queue of its segment: it has neither a connection nor a dial, and takes whichever it can have first. */
final class Waiter<T, C extends ModalCloseable> extends Wait<T, C> {

    // The alarm that it sets rings a moment after the time is over, never before.
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    final @Nullable Object state;
    final LeaseTerms terms;
    // 0: no limit.
    final long limitNanos;
    // The same as a time of day, for the text of an exception.
    private final Deadline deadline;

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
            WaitOwner<T, C> segment,
            @Nullable Object state,
            LeaseTerms terms,
            @Nullable FutureCallback<PoolEntry<T, C>> callback,
            Timeout limit,
            long nowNanos) {
        super(segment, callback, nowNanos);
        this.state = state;
        this.terms = terms;
        this.limitNanos = Math.max(0, limit.toNanoseconds());
        this.deadline = Deadline.calculate(limit);
    }

    /** Returns the entry that it ended with; null for none. */
    @Nullable
    PoolEntry<T, C> served() {
        boolean ended = isDone() && !isCancelled();
        return ended && granted != null ? granted.entry : null;
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
            failed(DeadlineTimeoutException.from(deadline));
        } else if (failure != null) {
            failed(failure);
        } else {
            endCancelled();
        }
    }

    /** After which time it is to ask again at first; zero for never. */
    long firstAskNanos() {
        return limitNanos > 0 ? Math.min(askAfterNanos, limitNanos / 2) : askAfterNanos;
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
