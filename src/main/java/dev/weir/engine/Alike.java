package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a segment that are of the same use to those who ask: idle ones with one state and one grade, or such that are
 * in use as often. By age. Guarded by the segment's gate.
 */
final class Alike<T, C extends ModalCloseable> {

    // Null if they are in use.
    final @Nullable SameState<T, C> kin;

    // Where they are kept if they are in use, so that leaving takes no memory.
    final @Nullable Object kind;
    final @Nullable Integer uses;

    @Nullable
    Slot<T, C> newest;

    @Nullable
    Slot<T, C> oldest;

    private Alike(@Nullable SameState<T, C> kin, @Nullable Object kind, @Nullable Integer uses) {
        this.kin = kin;
        this.kind = kind;
        this.uses = uses;
    }

    Alike(SameState<T, C> kin) {
        this(kin, null, null);
    }

    Alike(Object kind, Integer uses) {
        this(null, kind, uses);
    }

    void add(Slot<T, C> slot) {
        slot.alike = this;
        slot.olderAlike = newest;
        if (newest != null) {
            newest.newerAlike = slot;
        } else {
            oldest = slot;
        }
        newest = slot;
    }

    void remove(Slot<T, C> slot) {
        if (slot.newerAlike != null) {
            slot.newerAlike.olderAlike = slot.olderAlike;
        } else {
            newest = slot.olderAlike;
        }
        if (slot.olderAlike != null) {
            slot.olderAlike.newerAlike = slot.newerAlike;
        } else {
            oldest = slot.newerAlike;
        }
        slot.newerAlike = null;
        slot.olderAlike = null;
        slot.alike = null;
    }
}
