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

    private final PoolReusePolicy policy;
    private final Alike<T, C> stateless = new Alike<>(null);
    // Made when the first entry with a state comes in; most pools never have one.
    private @Nullable Map<Object, Alike<T, C>> stateful;
    private @Nullable Slot<T, C> newest;
    private @Nullable Slot<T, C> oldest;
    private @Nullable Walk<T, C> walks;
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

    /** Adds an entry as the newest. */
    void add(Slot<T, C> slot) {
        // First: a state's hash code may throw.
        alikeForAdding(slot.entry.getState()).add(slot);
        slot.older = newest;
        if (newest != null) {
            newest.newer = slot;
        } else {
            oldest = slot;
        }
        newest = slot;
        size++;
    }

    private Alike<T, C> alikeForAdding(@Nullable Object state) {
        if (state == null) {
            return stateless;
        }
        if (stateful == null) {
            stateful = new HashMap<>();
        }
        return stateful.computeIfAbsent(state, Alike::new);
    }

    /** Takes an entry that a caller with a state may use: one with that state, else one without; null if there is none. */
    @Nullable
    Slot<T, C> take(@Nullable Object state) {
        Slot<T, C> slot = state != null && stateful != null ? pick(stateful.get(state)) : null;
        if (slot == null) {
            slot = pick(stateless);
        }
        if (slot != null) {
            remove(slot);
        }
        return slot;
    }

    private @Nullable Slot<T, C> pick(@Nullable Alike<T, C> list) {
        if (list == null) {
            return null;
        }
        return policy == PoolReusePolicy.LIFO ? list.newest : list.oldest;
    }

    /** Removes an entry that is in here. */
    void remove(Slot<T, C> slot) {
        for (Walk<T, C> walk = walks; walk != null; walk = walk.other) {
            if (walk.cursor == slot) {
                walk.cursor = slot.newer;
            }
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
        Alike<T, C> list = slot.alike;
        if (list == null) {
            return;
        }
        list.remove(slot);
        if (list.newest == null && list.state != null && stateful != null) {
            stateful.remove(list.state);
        }
    }

    /** Begins a walk, which must be ended. */
    Walk<T, C> walk() {
        Walk<T, C> walk = new Walk<>();
        walk.cursor = oldest;
        walk.left = size;
        walk.other = walks;
        walks = walk;
        return walk;
    }

    void end(Walk<T, C> ended) {
        if (walks == ended) {
            walks = ended.other;
        }
        for (Walk<T, C> walk = walks; walk != null; walk = walk.other) {
            if (walk.other == ended) {
                walk.other = ended.other;
            }
        }
    }
}
