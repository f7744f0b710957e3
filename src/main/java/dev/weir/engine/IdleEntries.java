package dev.weir.engine;

import java.util.HashMap;
import java.util.Map;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The idle entries of a segment, by age, by state and by grade; every operation takes constant time. Guarded by the segment's gate.
 */
final class IdleEntries<T, C extends ModalCloseable> {

    private final PoolReusePolicy policy;
    private final SameState<T, C> stateless;
    // Made when the first entry with a state comes in; most pools never have one.
    private @Nullable Map<Object, SameState<T, C>> stateful;
    private @Nullable Slot<T, C> newest;
    private @Nullable Slot<T, C> oldest;
    private @Nullable Walk<T, C> walks;
    private int size;
    private long parkings;

    IdleEntries(PoolReusePolicy policy) {
        this.policy = policy;
        this.stateless = new SameState<>(null, policy);
    }

    int size() {
        return size;
    }

    @Nullable
    Slot<T, C> oldest() {
        return oldest;
    }

    /** Adds an entry as the newest. */
    void add(Slot<T, C> slot, Grade grade) {
        // First: a state's hash code may throw.
        regrade(slot, grade);
        slot.parking = parkings++;
        slot.older = newest;
        if (newest != null) {
            newest.newer = slot;
        } else {
            oldest = slot;
        }
        newest = slot;
        size++;
    }

    /** Lets an entry be taken by those who accept its grade, or by nobody while it has no capacity. */
    void regrade(Slot<T, C> slot, Grade grade) {
        SameState<T, C> target =
                slot.capacity > 0 ? sameStateForAdding(slot.entry.getState()) : null; // first: it may fail
        Alike<T, C> before = slot.alike;
        if (before != null) {
            before.remove(slot);
        }
        if (target != null) {
            target.add(slot, grade);
        }
        forgetIfEmpty(before);
    }

    private SameState<T, C> sameStateForAdding(@Nullable Object state) {
        if (state == null) {
            return stateless;
        }
        if (stateful == null) {
            stateful = new HashMap<>();
        }
        return stateful.computeIfAbsent(state, key -> new SameState<>(key, policy));
    }

    /** Takes an entry that a caller may use: one with the caller's state, else one without; null if there is none. */
    @Nullable
    Slot<T, C> take(@Nullable Object state, LeaseTerms terms) {
        SameState<T, C> own = state != null && stateful != null ? stateful.get(state) : null;
        Slot<T, C> slot = own != null ? own.pick(terms) : null;
        if (slot == null) {
            slot = stateless.pick(terms);
        }
        if (slot != null) {
            remove(slot);
        }
        return slot;
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
        if (list != null) {
            list.remove(slot);
            forgetIfEmpty(list);
        }
    }

    private void forgetIfEmpty(@Nullable Alike<T, C> list) {
        SameState<T, C> kin = list == null ? null : list.kin;
        if (kin != null && kin.state != null && stateful != null && kin.isEmpty()) {
            stateful.remove(kin.state);
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
