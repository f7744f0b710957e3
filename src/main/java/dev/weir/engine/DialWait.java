package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
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

    private final Entry<T, C> own;

    // Set while holding the gate; read by the one thread that tells how the wait ended.
    @Nullable
    Throwable failure;

    DialWait(Segment<T, C> segment, Entry<T, C> own, long nowNanos) {
        super(segment, null, nowNanos);
        this.own = own;
    }

    /**
     * Returns the entry whose connection is being dialed.
     *
     * @return the entry; it no longer belongs to the caller if the wait ended with another or was canceled
     */
    public Entry<T, C> own() {
        return own;
    }

    /**
     * Begins the dial of the own entry.
     *
     * @return whether the caller must dial; false if another entry served it already, or it gave up
     */
    public boolean begin() {
        return segment.beginDial(this);
    }

    /** Waits for the dial of the own entry that another caller began, if it is still under way. */
    public void join() {
        segment.joinDial(this);
    }

    /**
     * Tells whether the dial has succeeded and its entry is the caller's.
     *
     * @return whether it is; false while the wait goes on
     */
    public boolean isServedByOwn() {
        return isDone() && !isCancelled() && granted == own;
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

    @Override
    void withdraw() {
        segment.abandonDial(this);
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
