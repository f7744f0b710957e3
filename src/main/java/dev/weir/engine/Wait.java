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
import org.jspecify.annotations.Nullable;

/**
 * A caller that waits for an entry. One that stops waiting, after a time or by an interrupt, gives up: an entry that comes
 * later goes to the next. A caller that is served at that moment still gets the entry, so that none is lost.
 */
abstract class Wait<T, C extends ModalCloseable> implements Future<Entry<T, C>> {

    private static final Object CANCELED = new Object();

    final Segment<T, C> segment;
    final long sinceNanos;

    // The entry with which the wait ended, if any; set while holding the gate, then used by the one thread that tells
    // the caller.
    @Nullable
    Entry<T, C> granted;

    // Both set once, while holding the gate; then used by the one thread that tells it.
    boolean isEnding;

    @Nullable
    Wait<T, C> nextEnded;

    private final @Nullable FutureCallback<Entry<T, C>> callback;
    // How it ended: with an entry, an exception, or canceled; null while it goes on.
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();
    // Opened at the end.
    private final CountDownLatch over = new CountDownLatch(1);

    Wait(Segment<T, C> segment, @Nullable FutureCallback<Entry<T, C>> callback, long nowNanos) {
        this.callback = callback;
        this.segment = segment;
        this.sinceNanos = nowNanos;
    }

    /** Tells the segment that the caller has given up. */
    abstract void withdraw();

    /** Tells the caller that its wait ended without an entry, and how. */
    abstract void endInVain(Effects<T, C> effects);

    /** Tells the caller how its wait ended. An entry that it does not take goes back. */
    final void end(Effects<T, C> effects) {
        if (granted != null) {
            hand(granted, effects);
        } else {
            endInVain(effects);
        }
    }

    private void hand(Entry<T, C> entry, Effects<T, C> effects) {
        entry.teller = effects;
        boolean taken = false;
        try {
            taken = completed(entry);
        } finally {
            entry.teller = null;
            if (!taken && isCancelled()) {
                segment.putBack(entry, effects);
            }
        }
    }

    private boolean completed(Entry<T, C> entry) {
        boolean first = endsWith(entry);
        if (first && callback != null) {
            callback.completed(entry);
        }
        return first;
    }

    final boolean failed(Exception failure) {
        boolean first = endsWith(failure);
        if (first && callback != null) {
            callback.failed(failure);
        }
        return first;
    }

    private boolean endsWith(Object how) {
        boolean first = outcome.compareAndSet(null, how);
        over.countDown();
        return first;
    }

    @Override
    public final boolean isDone() {
        return outcome.get() != null;
    }

    @Override
    public final boolean isCancelled() {
        return outcome.get() == CANCELED;
    }

    @Override
    public final Entry<T, C> get() throws InterruptedException, ExecutionException {
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
    public final Entry<T, C> get(long timeout, TimeUnit unit)
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

    /** Waits for the end, for at most a given time; returns whether it has come. */
    boolean await(long timeoutNanos) throws InterruptedException {
        return over.await(timeoutNanos, TimeUnit.NANOSECONDS);
    }

    /** Returns how it ended. Call it after the end. */
    private Entry<T, C> result() throws ExecutionException {
        Object how = outcome.get();
        if (how == CANCELED) {
            throw new CancellationException("The wait for a connection was canceled");
        }
        if (how instanceof Exception failure) {
            throw new ExecutionException(failure);
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

    @Override
    public final boolean cancel(boolean mayInterruptIfRunning) {
        try {
            return endAsCancelled();
        } finally {
            if (isCancelled()) {
                withdraw();
            }
        }
    }

    /** Ends the wait without an entry, because the pool is closed. */
    final void endCancelled() {
        endAsCancelled();
    }

    private boolean endAsCancelled() {
        boolean first = endsWith(CANCELED);
        if (first && callback != null) {
            callback.cancelled();
        }
        return first;
    }
}
