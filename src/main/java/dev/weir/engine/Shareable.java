package dev.weir.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The entries in use of a segment that have room for another caller, by what callers ask for and by how many use them. The
 * cost of an operation does not depend on the number of entries, only on the logarithm of how many different use counts
 * there are. Guarded by the segment's gate.
 */
final class Shareable<T, C extends ModalCloseable> {

    private record Kind(@Nullable Object state, boolean proven) {}

    private final Map<Kind, TreeMap<Integer, EntryBucket<T, C>>> byKind = new HashMap<>();

    /** Returns the least used of those that a caller may use; null if there is none. */
    @Nullable
    Slot<T, C> fewest(@Nullable Object state, LeaseTerms terms) {
        Slot<T, C> proven = terms.accepts(ReuseGrade.PROVEN) ? fewest(new Kind(state, true)) : null;
        Slot<T, C> other = terms.accepts(ReuseGrade.USED) ? fewest(new Kind(state, false)) : null;
        if (proven == null || other == null) {
            return proven == null ? other : proven;
        }
        return proven.uses <= other.uses ? proven : other;
    }

    private @Nullable Slot<T, C> fewest(Kind kind) {
        TreeMap<Integer, EntryBucket<T, C>> byUses = byKind.get(kind);
        return byUses == null || byUses.isEmpty() ? null : byUses.firstEntry().getValue().oldest;
    }

    void add(Slot<T, C> slot) {
        Kind kind = new Kind(slot.sharedState, slot.proven);
        byKind.computeIfAbsent(kind, any -> new TreeMap<>())
                .computeIfAbsent(slot.uses, uses -> new EntryBucket<>(kind, uses))
                .add(slot);
    }

    /** Removes an entry that is here, before it changes. */
    void remove(Slot<T, C> slot) {
        EntryBucket<T, C> list = slot.bucket;
        if (list == null || list.uses == null) {
            return;
        }
        list.remove(slot);
        TreeMap<Integer, EntryBucket<T, C>> byUses = byKind.get(list.kind);
        if (byUses != null && list.newest == null) {
            byUses.remove(list.uses);
        }
        if (byUses != null && byUses.isEmpty()) {
            byKind.remove(list.kind);
        }
    }
}
