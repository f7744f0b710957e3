package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Interchangeable entries of a segment, oldest first: idle ones with equal state and grade, or leased ones with the same use
 * count. Guarded by the segment's gate.
 */
final class EntryBucket<T, C extends ModalCloseable> {

    // Null if they are in use.
    final @Nullable StateBuckets<T, C> owner;

    // Null if they are idle. A bucket knows its kind.
    final Shareable.@Nullable Alike<T, C> alike;

    @Nullable
    Slot<T, C> newest;

    @Nullable
    Slot<T, C> oldest;

    EntryBucket(StateBuckets<T, C> owner) {
        this.owner = owner;
        this.alike = null;
    }

    EntryBucket(Shareable.Alike<T, C> alike) {
        this.owner = null;
        this.alike = alike;
    }

    boolean isEmpty() {
        return newest == null;
    }

    void add(Slot<T, C> slot) {
        slot.bucket = this;
        slot.olderInBucket = newest;
        if (newest != null) {
            newest.newerInBucket = slot;
        } else {
            oldest = slot;
        }
        newest = slot;
    }

    void remove(Slot<T, C> slot) {
        if (slot.newerInBucket != null) {
            slot.newerInBucket.olderInBucket = slot.olderInBucket;
        } else {
            newest = slot.olderInBucket;
        }
        if (slot.olderInBucket != null) {
            slot.olderInBucket.newerInBucket = slot.newerInBucket;
        } else {
            oldest = slot.newerInBucket;
        }
        slot.newerInBucket = null;
        slot.olderInBucket = null;
        slot.bucket = null;
    }
}
