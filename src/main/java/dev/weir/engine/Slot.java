package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * The place of one entry in its segment, for as long as the entry lives. All fields but the teller are guarded by the
 * segment's gate. An idle slot hangs in two lists: that of all idle entries, and that of those with its state
 * and grade.
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

    // Null while leased.
    @Nullable
    Alike<T, C> alike;

    // Which entry of the segment to become idle it was; says who is newer.
    long parking;

    // Set while the entry's caller is being told. Not guarded: only the thread that set it acts on it.
    @Nullable
    Effects<T, C> teller;

    Slot(PoolEntry<T, C> entry) {
        this.entry = entry;
    }
}
