package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose connection is being dialed: it waits for that connection, or for another entry of its route if one becomes
 * free first. Ends with either; with a {@link DialFailedException} if the dial fails; or canceled, by the caller or by the
 * closing of the pool. Thread-safe.
 *
 * <p>A caller that is served by another entry, or that gives up, leaves the dial to the next caller. If the dial fails, the
 * caller keeps its entry.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class DialWait<T, C extends ModalCloseable> extends Wait<T, C> {

    private final PoolEntry<T, C> own;

    // Set while holding the gate when the wait begins.
    @Nullable
    Slot<T, C> slot;

    // Set while holding the gate; read by the one thread that tells how the wait ended.
    @Nullable
    Throwable failure;

    DialWait(WaitOwner<T, C> segment, PoolEntry<T, C> own, long nowNanos) {
        super(segment, null, nowNanos);
        this.own = own;
    }

    /**
     * Returns the entry whose connection is being dialed.
     *
     * @return the entry; it no longer belongs to the caller if the wait ended with another or was canceled
     */
    public PoolEntry<T, C> own() {
        return own;
    }

    /**
     * Tells whether the dial has succeeded and its entry is the caller's.
     *
     * @return whether it is; false while the wait goes on
     */
    public boolean isServedByOwn() {
        return isDone() && !isCancelled() && granted != null && granted.entry == own;
    }

    /**
     * Returns the entry that the caller has after the wait.
     *
     * @return the entry it ended with, the own entry if its dial failed, null if it was canceled
     */
    public @Nullable PoolEntry<T, C> left() {
        if (isCancelled()) {
            return null;
        }
        return granted == null ? own : granted.entry;
    }

    @Override
    void withdraw() {
        segment.abandon(this);
    }

    @Override
    void endInVain(Effects<T, C> effects) {
        if (failure == null) {
            endCancelled();
        } else if (!failed(new DialFailedException(failure))) {
            segment.takeBack(own, effects);
        }
    }
}
