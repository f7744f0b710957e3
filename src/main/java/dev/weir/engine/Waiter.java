package dev.weir.engine;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Deadline;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A caller that waits for an entry. Who stops waiting, after a time or by an interrupt, gives up: an entry that comes later
 * goes to the next. Who has been served at that very moment gets the entry all the same, so that none is lost.
 */
final class Waiter<T, C extends ModalCloseable> extends BasicFuture<PoolEntry<T, C>> {

    final @Nullable Object state;
    final LeaseTerms terms;
    private final Segment<T, C> segment;
    private final long sinceNanos;
    // 0: it waits for as long as it takes.
    private final long limitNanos;
    // The same as a time of day, for the text of an exception.
    private final Deadline deadline;

    // The links are guarded by the segment's gate.
    @Nullable
    Waiter<T, C> next;

    @Nullable
    Waiter<T, C> previous;

    boolean queued;

    // How the wait ended; set behind the gate, then used by the one thread that tells it.
    @Nullable
    Slot<T, C> granted;

    boolean late;

    Waiter(
            Segment<T, C> segment,
            @Nullable Object state,
            LeaseTerms terms,
            @Nullable FutureCallback<PoolEntry<T, C>> callback,
            Timeout limit,
            long nowNanos) {
        super(callback);
        this.segment = segment;
        this.state = state;
        this.terms = terms;
        this.sinceNanos = nowNanos;
        this.limitNanos = Math.max(0, limit.toNanoseconds());
        this.deadline = Deadline.calculate(limit);
    }

    boolean isLate(long nowNanos) {
        return limitNanos > 0 && nowNanos - sinceNanos >= limitNanos;
    }

    /** Tells the caller how its wait ended. An entry that it does not take goes back. */
    void end(Effects<T, C> effects) {
        if (granted != null) {
            hand(granted, effects);
        } else if (late) {
            failed(DeadlineTimeoutException.from(deadline));
        } else {
            super.cancel(true);
        }
    }

    private void hand(Slot<T, C> slot, Effects<T, C> effects) {
        slot.teller = effects;
        boolean taken = false;
        try {
            taken = completed(slot.entry);
        } finally {
            slot.teller = null;
            if (!taken && isCancelled()) {
                segment.release(slot.entry, slot.entry.hasConnection(), effects);
            }
        }
    }

    @Override
    public PoolEntry<T, C> get() throws InterruptedException, ExecutionException {
        try {
            return super.get();
        } catch (InterruptedException e) {
            return servedDespite(e);
        }
    }

    @Override
    public PoolEntry<T, C> get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return super.get(timeout, unit);
        } catch (InterruptedException e) {
            return servedDespite(e);
        } catch (TimeoutException e) {
            if (cancel(true)) {
                throw e;
            }
            return super.get();
        }
    }

    private PoolEntry<T, C> servedDespite(InterruptedException e) throws InterruptedException, ExecutionException {
        if (cancel(true)) {
            throw e;
        }
        Thread.currentThread().interrupt();
        return super.get(); // does not wait: it ended before it could be cancelled
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = false;
        try {
            cancelled = super.cancel(mayInterruptIfRunning);
        } finally {
            if (cancelled || isCancelled()) {
                segment.forget(this);
            }
        }
        return cancelled;
    }
}
