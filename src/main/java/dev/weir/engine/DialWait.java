package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose connection is being dialed: it waits for that, or for another entry of its route that comes free first.
 * Ends with either; with a {@link DialFailedException} if the dial fails; or canceled, by the caller or because the pool
 * was closed. Thread-safe.
 *
 * <p>A caller that is served otherwise, or gives up, leaves the dial to the next caller. If it fails, its entry stays with
 * the caller.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class DialWait<T, C extends ModalCloseable> extends Wait<T, C> {

    private final PoolEntry<T, C> own;

    // Set behind the gate when the wait begins.
    @Nullable
    Slot<T, C> slot;

    // Set behind the gate; read by the one thread that tells how the wait ended.
    @Nullable
    Throwable failure;

    DialWait(WaitOwner<T, C> segment, PoolEntry<T, C> own, long nowNanos) {
        super(segment, null, nowNanos);
        this.own = own;
    }

    /**
     * Returns the entry whose connection is being dialed.
     *
     * @return the entry; it belongs to the caller no longer if the wait ended with another or was canceled
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
     * Returns what a wait that is over left in the hands of the caller.
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
        } else if (!tell(failure)) {
            segment.takeBack(own, effects);
        }
    }

    // False if its caller gave up at that very moment, or gives up now because there is no memory to tell it more.
    private boolean tell(Throwable cause) {
        try {
            return failed(new DialFailedException(cause));
        } catch (OutOfMemoryError e) {
            endCancelled();
            return false;
        }
    }
}
