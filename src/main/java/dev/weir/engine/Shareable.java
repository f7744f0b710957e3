package dev.weir.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The entries in use of a segment that have room for another caller, by what callers ask for and by how many use them. The
 * cost of an operation does not depend on the number of entries. Guarded by the segment's gate.
 */
final class Shareable<T, C extends ModalCloseable> {

    private final Alike<T, C> proven = new Alike<>(null);
    private final Alike<T, C> other = new Alike<>(null);
    // Those with a state, by state and grade.
    private final Map<Kind, Alike<T, C>> bound = new HashMap<>();

    private record Kind(Object state, boolean proven) {}

    /** Entries of one kind. A bucket stays once it was made, because a count of uses soon comes again. */
    static final class Alike<T, C extends ModalCloseable> {
        // Null without a state.
        private final @Nullable Kind kind;
        private final List<EntryBucket<T, C>> byUses = new ArrayList<>();
        private int count;
        // No bucket before it has an entry.
        private int least;

        Alike(@Nullable Kind kind) {
            this.kind = kind;
        }

        @Nullable
        Slot<T, C> fewest() {
            while (count > 0 && byUses.get(least).oldest == null) {
                least++;
            }
            return count == 0 ? null : byUses.get(least).oldest;
        }

        void add(Slot<T, C> slot) {
            while (byUses.size() <= slot.uses) {
                byUses.add(new EntryBucket<>(this));
            }
            byUses.get(slot.uses).add(slot);
            least = count == 0 ? slot.uses : Math.min(least, slot.uses);
            count++;
        }
    }

    /** Returns the least used of those that a caller may use; null if there is none. */
    @Nullable
    Slot<T, C> fewest(@Nullable Object state, LeaseTerms terms) {
        Slot<T, C> ofProven = terms.accepts(ReuseGrade.PROVEN) ? fewest(state, true) : null;
        Slot<T, C> ofOther = terms.accepts(ReuseGrade.USED) ? fewest(state, false) : null;
        if (ofProven == null || ofOther == null) {
            return ofProven == null ? ofOther : ofProven;
        }
        return ofProven.uses <= ofOther.uses ? ofProven : ofOther;
    }

    private @Nullable Slot<T, C> fewest(@Nullable Object state, boolean isProven) {
        Alike<T, C> alike = state == null ? unbound(isProven) : bound.get(new Kind(state, isProven));
        return alike == null ? null : alike.fewest();
    }

    private Alike<T, C> unbound(boolean isProven) {
        return isProven ? proven : other;
    }

    void add(Slot<T, C> slot) {
        Object state = slot.sharedState;
        Alike<T, C> alike =
                state == null ? unbound(slot.proven) : bound.computeIfAbsent(new Kind(state, slot.proven), Alike::new);
        alike.add(slot);
    }

    /** Removes an entry that is here, before it changes. */
    void remove(Slot<T, C> slot) {
        EntryBucket<T, C> bucket = slot.bucket;
        if (bucket == null || bucket.alike == null) {
            return;
        }
        Alike<T, C> alike = bucket.alike;
        bucket.remove(slot);
        alike.count--;
        if (alike.count == 0 && alike.kind != null) {
            bound.remove(alike.kind);
        }
    }
}
