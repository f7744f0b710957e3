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

    // Where they are kept while in use, so that leaving needs no memory.
    final @Nullable Object kind;
    final @Nullable Integer uses;

    @Nullable
    Slot<T, C> newest;

    @Nullable
    Slot<T, C> oldest;

    private EntryBucket(@Nullable StateBuckets<T, C> owner, @Nullable Object kind, @Nullable Integer uses) {
        this.owner = owner;
        this.kind = kind;
        this.uses = uses;
    }

    EntryBucket(StateBuckets<T, C> owner) {
        this(owner, null, null);
    }

    EntryBucket(Object kind, Integer uses) {
        this(null, kind, uses);
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
