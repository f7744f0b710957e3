package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * The place of one entry in its segment, for as long as the entry lives. All fields are guarded by the segment's gate. An
 * idle slot hangs in two lists: that of all idle entries, and that of those with its state.
 */
final class Slot<T, C extends ModalCloseable> {

    final PoolEntry<T, C> entry;

    @Nullable
    Slot<T, C> newer;

    @Nullable
    Slot<T, C> older;

    @Nullable
    Slot<T, C> newerAlike;

    @Nullable
    Slot<T, C> olderAlike;

    @Nullable
    Object idleState;

    Slot(PoolEntry<T, C> entry) {
        this.entry = entry;
    }
}
