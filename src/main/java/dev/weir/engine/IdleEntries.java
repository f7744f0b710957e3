package dev.weir.engine;

import java.util.HashMap;
import java.util.Map;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The idle entries of a segment, by age, by state and by grade; every operation takes constant time. Guarded by the
 * segment's gate.
 */
final class IdleEntries<T, C extends ModalCloseable> {

    private final PoolReusePolicy policy;
    private final StateBuckets<T, C> stateless;
    // Made for the first entry with a state; most pools never have one.
    private @Nullable Map<Object, StateBuckets<T, C>> stateful;
    private @Nullable Slot<T, C> newest;
    private @Nullable Slot<T, C> oldest;
    private @Nullable IdleCursor<T, C> cursors;
    private int size;
    private long parkings;

    IdleEntries(PoolReusePolicy policy) {
        this.policy = policy;
        this.stateless = new StateBuckets<>(null, policy);
    }

    int size() {
        return size;
    }

    @Nullable
    Slot<T, C> oldest() {
        return oldest;
    }

    /** Adds an entry as the newest. */
    void add(Slot<T, C> slot, ReuseGrade grade) {
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

    /** Offers an entry to callers that accept its grade, or to none while it has no capacity. */
    void regrade(Slot<T, C> slot, ReuseGrade grade) {
        StateBuckets<T, C> target =
                slot.capacity > 0 ? sameStateForAdding(slot.entry.getState()) : null; // first: it may fail
        EntryBucket<T, C> before = slot.bucket;
        if (before != null) {
            before.remove(slot);
        }
        if (target != null) {
            target.add(slot, grade);
        }
        if (before != null) {
            forgetIfEmpty(before);
        }
    }

    private StateBuckets<T, C> sameStateForAdding(@Nullable Object state) {
        if (state == null) {
            return stateless;
        }
        if (stateful == null) {
            stateful = new HashMap<>();
        }
        return stateful.computeIfAbsent(state, key -> new StateBuckets<>(key, policy));
    }

    /**
     * Takes an entry that a caller may use: one with the caller's state, or else one without; null if there is none.
     */
    @Nullable
    Slot<T, C> take(@Nullable Object state, LeaseTerms terms) {
        StateBuckets<T, C> own = state != null && stateful != null ? stateful.get(state) : null;
        Slot<T, C> slot = own != null ? own.pick(terms) : null;
        if (slot == null) {
            slot = stateless.pick(terms);
        }
        if (slot != null) {
            remove(slot);
        }
        return slot;
    }

    /** Removes an entry that is here. */
    void remove(Slot<T, C> slot) {
        for (IdleCursor<T, C> cursor = cursors; cursor != null; cursor = cursor.other) {
            if (cursor.at == slot) {
                cursor.at = slot.newer;
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
        EntryBucket<T, C> list = slot.bucket;
        if (list != null) {
            list.remove(slot);
            if (stateful != null) {
                forgetIfEmpty(list);
            }
        }
    }

    private void forgetIfEmpty(EntryBucket<T, C> list) {
        StateBuckets<T, C> owner = list.owner;
        if (owner != null && owner.state != null && stateful != null && owner.isEmpty()) {
            stateful.remove(owner.state);
        }
    }

    /** Begins an iteration, which must be ended. */
    IdleCursor<T, C> cursor() {
        IdleCursor<T, C> cursor = new IdleCursor<>();
        cursor.at = oldest;
        cursor.left = size;
        cursor.other = cursors;
        cursors = cursor;
        return cursor;
    }

    void end(IdleCursor<T, C> ended) {
        if (cursors == ended) {
            cursors = ended.other;
        }
        for (IdleCursor<T, C> cursor = cursors; cursor != null; cursor = cursor.other) {
            if (cursor.other == ended) {
                cursor.other = ended.other;
            }
        }
    }
}
