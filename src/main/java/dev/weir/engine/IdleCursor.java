package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the idle entries of a segment, oldest first. Others may interrupt it: it goes on where it was, even if
 * entries leave. It ends after as many entries as there were at its start. Guarded by the segment's gate.
 */
final class IdleCursor<T, C extends ModalCloseable> {

    @Nullable
    Slot<T, C> at;

    int left;

    // Another iteration under way in the same segment.
    @Nullable
    IdleCursor<T, C> other;

    /** Returns the next entry; null at the end. */
    @Nullable
    Slot<T, C> next() {
        Slot<T, C> slot = left > 0 ? at : null;
        if (slot != null) {
            at = slot.newer;
            left--;
        }
        return slot;
    }
}
