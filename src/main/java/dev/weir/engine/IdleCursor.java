package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the idle entries of a segment, from the oldest on, that others may interrupt: it goes on where it was even if
 * entries leave. It ends after as many entries as there were when it began. Guarded by the segment's gate.
 */
final class IdleCursor<T, C extends ModalCloseable> {

    @Nullable
    Slot<T, C> at;

    int left;

    // Another walk that is under way in the same segment.
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
