package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.jspecify.annotations.Nullable;

/** The idle entries of a segment that have one state, by grade. Guarded by the segment's gate. */
final class StateBuckets<T, C extends ModalCloseable> {

    final @Nullable Object state;
    private final boolean isNewestFirst;
    private final EntryBucket<T, C> fresh = new EntryBucket<>(this);
    private final EntryBucket<T, C> used = new EntryBucket<>(this);
    private final EntryBucket<T, C> proven = new EntryBucket<>(this);

    StateBuckets(@Nullable Object state, PoolReusePolicy policy) {
        this.state = state;
        this.isNewestFirst = policy == PoolReusePolicy.LIFO;
    }

    void add(Slot<T, C> slot, ReuseGrade grade) {
        switch (grade) {
            case FRESH -> fresh.add(slot);
            case USED -> used.add(slot);
            case PROVEN -> proven.add(slot);
        }
    }

    /**
     * Returns the entry that a caller with these terms gets: the newest or the oldest, as the policy says; null for none.
     */
    @Nullable
    Slot<T, C> pick(LeaseTerms terms) {
        Slot<T, C> slot = isNewestFirst ? fresh.newest : fresh.oldest;
        if (proven.newest != null && terms.accepts(ReuseGrade.PROVEN)) {
            slot = better(slot, proven);
        }
        if (used.newest != null && terms.accepts(ReuseGrade.USED)) {
            slot = better(slot, used);
        }
        return slot;
    }

    private @Nullable Slot<T, C> better(@Nullable Slot<T, C> known, EntryBucket<T, C> list) {
        Slot<T, C> other = isNewestFirst ? list.newest : list.oldest;
        if (known == null || other == null) {
            return known == null ? other : known;
        }
        return known.parking > other.parking == isNewestFirst ? known : other;
    }

    boolean isEmpty() {
        return fresh.isEmpty() && used.isEmpty() && proven.isEmpty();
    }
}
