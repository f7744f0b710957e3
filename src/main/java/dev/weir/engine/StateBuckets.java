package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.jspecify.annotations.Nullable;

/** The idle entries of a segment that have one state, by grade. Guarded by the segment's gate. */
final class StateBuckets<T, C extends ModalCloseable> {

    final @Nullable Object state;
    private final PoolReusePolicy policy;
    private final EntryBucket<T, C> fresh = new EntryBucket<>(this);
    private final EntryBucket<T, C> used = new EntryBucket<>(this);
    private final EntryBucket<T, C> proven = new EntryBucket<>(this);

    StateBuckets(@Nullable Object state, PoolReusePolicy policy) {
        this.state = state;
        this.policy = policy;
    }

    void add(Slot<T, C> slot, ReuseGrade grade) {
        listOf(grade).add(slot);
    }

    private EntryBucket<T, C> listOf(ReuseGrade grade) {
        return switch (grade) {
            case FRESH -> fresh;
            case USED -> used;
            case PROVEN -> proven;
        };
    }

    /**
     * Returns the entry that a caller with these terms gets: the newest or the oldest, as the policy says; null for none.
     */
    @Nullable
    Slot<T, C> pick(LeaseTerms terms) {
        Slot<T, C> slot = first(fresh);
        if (terms.accepts(ReuseGrade.PROVEN)) {
            slot = better(slot, first(proven));
        }
        if (terms.accepts(ReuseGrade.USED)) {
            slot = better(slot, first(used));
        }
        return slot;
    }

    private @Nullable Slot<T, C> first(EntryBucket<T, C> list) {
        return policy == PoolReusePolicy.LIFO ? list.newest : list.oldest;
    }

    private @Nullable Slot<T, C> better(@Nullable Slot<T, C> a, @Nullable Slot<T, C> b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        boolean isNewer = a.parking > b.parking;
        return isNewer == (policy == PoolReusePolicy.LIFO) ? a : b;
    }

    boolean isEmpty() {
        return first(fresh) == null && first(used) == null && first(proven) == null;
    }
}
