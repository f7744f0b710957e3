package dev.weir.engine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.jspecify.annotations.Nullable;

/** The entries of a segment, leased and idle, counted for the whole pool. Guarded by the segment's gate. */
final class Entries<T, C extends ModalCloseable> {

    private final Counts counts;
    private final IdentityHashMap<PoolEntry<T, C>, Slot<T, C>> leased = new IdentityHashMap<>(4);
    private final IdleEntries<T, C> idle;

    Entries(Counts counts, PoolReusePolicy policy) {
        this.counts = counts;
        this.idle = new IdleEntries<>(policy);
    }

    int leased() {
        return leased.size();
    }

    int idle() {
        return idle.size();
    }

    int allocated() {
        return leased.size() + idle.size();
    }

    /** Takes an idle entry that a caller with a state and terms may use, and drops the expired ones that it meets; null for none. */
    @Nullable
    Slot<T, C> take(@Nullable Object state, LeaseTerms terms, Effects<T, C> effects) {
        Slot<T, C> slot = idle.take(state, terms);
        while (slot != null && slot.entry.getExpiryDeadline().isExpired()) {
            counts.idle(-1);
            effects.discard(slot.entry);
            slot = idle.take(state, terms);
        }
        if (slot != null) {
            counts.idle(-1);
            lease(slot);
        }
        return slot;
    }

    /** Adds an entry that is in a caller's hands. */
    void lease(Slot<T, C> slot) {
        leased.put(slot.entry, slot);
        counts.leased(1);
    }

    /** Takes an entry out that a caller gave back; null if it was not leased. */
    @Nullable
    Slot<T, C> giveBack(PoolEntry<T, C> entry) {
        Slot<T, C> slot = leased.remove(entry);
        if (slot != null) {
            counts.leased(-1);
        }
        return slot;
    }

    /** Adds an entry that is idle. */
    void park(Slot<T, C> slot, Grade grade) {
        idle.add(slot, grade);
        counts.idle(1);
    }

    /** Drops the oldest idle entry; false if there is none. */
    boolean dropOldest(Effects<T, C> effects) {
        Slot<T, C> oldest = idle.oldest();
        if (oldest == null) {
            return false;
        }
        dropIdle(oldest, effects);
        return true;
    }

    void dropIdle(Slot<T, C> slot, Effects<T, C> effects) {
        idle.remove(slot);
        counts.idle(-1);
        effects.discard(slot.entry);
    }

    /** Drops idle entries, the oldest first, as long as there are more than so many in all. */
    void dropIdleDownTo(int most, Effects<T, C> effects) {
        boolean more = true;
        while (more && allocated() > most) {
            more = dropOldest(effects);
        }
    }

    /** Drops all, leased or idle. */
    void dropAll(Effects<T, C> effects) {
        dropIdleDownTo(0, effects);
        leased.keySet().forEach(effects::discard);
        counts.leased(-leased.size());
        leased.clear();
    }

    Walk<T, C> walkIdle() {
        return idle.walk();
    }

    void end(Walk<T, C> walk) {
        idle.end(walk);
    }

    List<PoolEntry<T, C>> copyOfLeased() {
        return new ArrayList<>(leased.keySet());
    }
}
