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
        Slot<T, C> other = isNewestFirst ? proven.newest : proven.oldest;
        if (other != null && terms.accepts(ReuseGrade.PROVEN)) {
            slot = slot == null ? other : better(slot, other);
        }
        other = isNewestFirst ? used.newest : used.oldest;
        if (other != null && terms.accepts(ReuseGrade.USED)) {
            slot = slot == null ? other : better(slot, other);
        }
        return slot;
    }

    private Slot<T, C> better(Slot<T, C> one, Slot<T, C> other) {
        return one.parking > other.parking == isNewestFirst ? one : other;
    }

    boolean isEmpty() {
        return fresh.isEmpty() && used.isEmpty() && proven.isEmpty();
    }
}
