package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * Measures how long the callers of a segment hold connections, if its dials are governed. Guarded by the segment's gate.
 */
final class HoldTimes<T, C extends ModalCloseable> {

    private final PoolState<T, C> pool;
    private final RouteHistory history;

    HoldTimes(PoolState<T, C> pool, RouteHistory history) {
        this.pool = pool;
        this.history = history;
    }

    /**
     * Notes that a caller has a connection, which others may share. It is not known which of them gives it back, so each
     * hold counts from their average start. The sum of the holds is still right, and with one caller at a time each of them
     * is.
     */
    void taken(Slot<T, C> slot, long nowNanos) {
        if (nowNanos == 0) {
            slot.leasedNanos = 0;
        } else if (slot.uses <= 1 || slot.leasedNanos == 0) {
            slot.leasedNanos = nowNanos;
        } else {
            slot.leasedNanos += (nowNanos - slot.leasedNanos) / slot.uses;
        }
    }

    /** Notes that a caller gives a connection back. */
    void released(Slot<T, C> slot, boolean reusable) {
        if (slot.leasedNanos != 0) {
            history.governor.released(pool.nanoTime() - slot.leasedNanos, reusable);
        }
    }
}
