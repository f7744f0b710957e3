package dev.weir.engine;

import java.util.HashMap;
import java.util.Map;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The idle entries of a segment, by age and by state; every operation takes constant time. Guarded by the segment's gate.
 */
final class IdleEntries<T, C extends ModalCloseable> {

    /** The ends of a list of entries with one state. */
    private static final class Alike<T, C extends ModalCloseable> {
        @Nullable
        Slot<T, C> newest;

        @Nullable
        Slot<T, C> oldest;
    }

    private final PoolReusePolicy policy;
    private final Alike<T, C> stateless = new Alike<>();
    // Made when the first entry with a state comes in; most pools never have one.
    private @Nullable Map<Object, Alike<T, C>> stateful;
    private @Nullable Slot<T, C> newest;
    private @Nullable Slot<T, C> oldest;
    // Where a walk goes on; moves on by itself when its entry leaves.
    private @Nullable Slot<T, C> cursor;
    private int size;

    IdleEntries(PoolReusePolicy policy) {
        this.policy = policy;
    }

    int size() {
        return size;
    }

    @Nullable
    Slot<T, C> oldest() {
        return oldest;
    }

    /** Begins a walk at the oldest entry. */
    void rewind() {
        cursor = oldest;
    }

    /** Returns the next entry of the walk; null at its end. */
    @Nullable
    Slot<T, C> next() {
        Slot<T, C> slot = cursor;
        if (slot != null) {
            cursor = slot.newer;
        }
        return slot;
    }

    /** Adds an entry as the newest. */
    void add(Slot<T, C> slot) {
        slot.idleState = slot.entry.getState();
        slot.older = newest;
        if (newest != null) {
            newest.newer = slot;
        } else {
            oldest = slot;
        }
        newest = slot;
        size++;
        addAlike(slot, alike(slot.idleState, true));
    }

    private void addAlike(Slot<T, C> slot, @Nullable Alike<T, C> list) {
        if (list == null) {
            return;
        }
        slot.olderAlike = list.newest;
        if (list.newest != null) {
            list.newest.newerAlike = slot;
        } else {
            list.oldest = slot;
        }
        list.newest = slot;
    }

    private @Nullable Alike<T, C> alike(@Nullable Object state, boolean create) {
        if (state == null) {
            return stateless;
        }
        if (stateful == null) {
            if (!create) {
                return null;
            }
            stateful = new HashMap<>();
        }
        return create ? stateful.computeIfAbsent(state, key -> new Alike<>()) : stateful.get(state);
    }

    /** Takes an entry that a caller with a state may use: one with that state, else one without; null if there is none. */
    @Nullable
    Slot<T, C> take(@Nullable Object state) {
        Slot<T, C> slot = next(alike(state, false));
        if (slot == null && state != null) {
            slot = next(stateless);
        }
        if (slot != null) {
            remove(slot);
        }
        return slot;
    }

    private @Nullable Slot<T, C> next(@Nullable Alike<T, C> list) {
        if (list == null) {
            return null;
        }
        return policy == PoolReusePolicy.LIFO ? list.newest : list.oldest;
    }

    /** Removes an entry that is in here. */
    void remove(Slot<T, C> slot) {
        if (cursor == slot) {
            cursor = slot.newer;
        }
        removeAlike(slot);
        if (slot.newer != null) {
            slot.newer.older = slot.older;
        } else {
            newest = slot.older;
        }
        if (slot.older != null) {
            slot.older.newer = slot.newer;
        } else {
            oldest = slot.newer;
        }
        slot.newer = null;
        slot.older = null;
        size--;
    }

    private void removeAlike(Slot<T, C> slot) {
        Alike<T, C> list = alike(slot.idleState, true);
        if (list == null) {
            return;
        }
        if (slot.newerAlike != null) {
            slot.newerAlike.olderAlike = slot.olderAlike;
        } else {
            list.newest = slot.olderAlike;
        }
        if (slot.olderAlike != null) {
            slot.olderAlike.newerAlike = slot.newerAlike;
        } else {
            list.oldest = slot.newerAlike;
        }
        slot.newerAlike = null;
        slot.olderAlike = null;
        if (list.newest == null && slot.idleState != null && stateful != null) {
            stateful.remove(slot.idleState);
        }
        slot.idleState = null;
    }
}
