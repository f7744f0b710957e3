package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/** The entries of a segment, leased and idle, counted for the whole pool. Guarded by the segment's gate. */
final class Entries<T, C extends ModalCloseable> {

    private final PoolState<T, C> pool;
    // See Counts.
    private final LongAdder connections;
    private final TotalLimit<T, C> total;
    // Changed while holding the gate, read also without it. Entries are equal only to themselves.
    private final Map<PoolEntry<T, C>, Slot<T, C>> all = new ConcurrentHashMap<>(4);
    private final IdleEntries<T, C> idle;
    // Made when the first entry gets room for a second caller; never with HTTP/1.1.
    private @Nullable Shareable<T, C> shareable;
    private int uses;
    // Retired entries that are still in use.
    private int leaving;

    Entries(PoolState<T, C> pool) {
        this.pool = pool;
        this.connections = pool.counts.connections;
        this.total = pool.total;
        this.idle = new IdleEntries<>(pool.policy);
    }

    /** How many callers have an entry. */
    int uses() {
        return uses;
    }

    int idle() {
        return idle.size();
    }

    int allocated() {
        return all.size();
    }

    /** How many callers could be served at once without a dial; unbounded if a shared entry has room. */
    int ready() {
        int ready = 0;
        for (Slot<T, C> slot : all.values()) {
            boolean isThere = (slot.uses == 0 || slot.established) && slot.isSound();
            if (isThere && slot.uses < slot.capacity) {
                if (slot.capacity > 1) {
                    return Integer.MAX_VALUE;
                }
                ready++;
            }
        }
        return ready;
    }

    /** How many will be left without the retired ones. */
    int staying() {
        return all.size() - leaving;
    }

    /**
     * Takes an entry for a caller with a state and terms: an idle one, or else the one with the fewest callers. Drops the
     * expired ones on the way. Null if there is none.
     */
    @Nullable
    Slot<T, C> take(@Nullable Object state, LeaseTerms terms, Effects<T, C> effects) {
        Slot<T, C> slot = idle.take(state, terms);
        while (slot != null && slot.isExpired()) {
            connections.add(-Counts.IDLE);
            discard(slot, effects);
            slot = idle.take(state, terms);
        }
        if (slot == null) {
            slot = takeShared(state, terms);
        } else {
            slot.sharedState = state;
        }
        if (slot != null) {
            slot.terms = terms;
            use(slot, effects);
        }
        return slot;
    }

    private void use(Slot<T, C> slot, Effects<T, C> effects) {
        boolean wasIdle = slot.uses == 0;
        boolean used = false;
        try {
            connections.add(wasIdle ? Counts.TAKEN : Counts.LEASED);
            used(slot, 1);
            share(slot);
            used = true;
        } finally {
            if (!used && wasIdle) {
                withdraw(slot);
                effects.discard(slot); // it is neither idle nor in use
            }
        }
    }

    private @Nullable Slot<T, C> takeShared(@Nullable Object state, LeaseTerms terms) {
        if (shareable == null) {
            return null;
        }
        Slot<T, C> slot = shareable.fewest(state, terms);
        while (slot != null && !slot.isSound()) {
            shareable.remove(slot);
            slot = shareable.fewest(state, terms);
        }
        if (slot != null) {
            shareable.remove(slot);
        }
        return slot;
    }

    private void used(Slot<T, C> slot, int change) {
        slot.uses += change;
        uses += change;
    }

    /** Adds an entry that a caller with a state holds. */
    Slot<T, C> lease(PoolEntry<T, C> entry, @Nullable Object state) {
        return lease(entry, state, pool.firstCapacity(entry.getRoute()));
    }

    /** Adds an entry that this many callers may use at once. */
    Slot<T, C> lease(PoolEntry<T, C> entry, @Nullable Object state, int capacity) {
        Slot<T, C> slot = new Slot<>(entry);
        slot.sharedState = state;
        slot.capacity = capacity;
        boolean used = false;
        try {
            all.put(entry, slot);
            connections.add(Counts.LEASED);
            used(slot, 1);
            share(slot);
            used = true;
            return slot;
        } finally {
            if (!used) {
                withdraw(slot);
            }
        }
    }

    /** Takes back a new entry after a failure; the code that made it accounts for its place. */
    void withdraw(Slot<T, C> slot) {
        unshare(slot);
        remove(slot);
        if (slot.uses > 0) {
            used(slot, -1);
            connections.add(-Counts.LEASED);
        }
    }

    private void remove(Slot<T, C> slot) {
        all.remove(slot.entry);
    }

    /**
     * Ends one use of an entry. After the last one, the entry must be parked or dropped, and counts as leased until then;
     * otherwise it must be shared again or retired. Has no effect if it is not leased.
     */
    void giveBack(Slot<T, C> slot) {
        if (slot.uses == 0) {
            return;
        }
        unshare(slot);
        used(slot, -1);
        if (slot.uses > 0) {
            connections.add(-Counts.LEASED);
            bind(slot);
        } else if (slot.retired) {
            leave(-1);
        }
    }

    /** Lets others use an entry in use, if it has room for them. */
    void share(Slot<T, C> slot) {
        if (slot.uses >= slot.capacity || !slot.isSound()) {
            return;
        }
        slot.proven = pool.grade(slot.entry) == ReuseGrade.PROVEN;
        if (shareable == null) {
            shareable = new Shareable<>();
        }
        shareable.add(slot);
    }

    // Once an entry has a state, only callers with that state may use it.
    private void bind(Slot<T, C> slot) {
        Object state = slot.entry.getState();
        if (state != null) {
            slot.sharedState = state;
        }
    }

    private void unshare(Slot<T, C> slot) {
        if (slot.bucket != null && shareable != null) {
            shareable.remove(slot);
        }
    }

    /** Lets no further caller use an entry; drops it if it is unused. */
    void retire(Slot<T, C> slot, Effects<T, C> effects) {
        if (slot.uses == 0) {
            dropIdle(slot, effects);
        } else if (!slot.retired) {
            unshare(slot);
            slot.retired = true;
            leave(1);
        }
    }

    private void leave(int change) {
        leaving += change;
        total.leave(change);
    }

    /** Changes how many callers may use an entry at once. */
    void resize(Slot<T, C> slot, int capacity) {
        if (slot.uses > 0) {
            unshare(slot);
            slot.capacity = capacity;
            bind(slot);
            share(slot);
        } else {
            slot.capacity = capacity;
            idle.regrade(slot, pool.grade(slot.entry));
        }
    }

    /** Makes an entry idle that its last caller has given back. */
    void park(Slot<T, C> slot) {
        idle.add(slot, pool.grade(slot.entry)); // fails if the hash code of the state does
        connections.add(-Counts.TAKEN);
    }

    /** Drops an entry that its last caller has given back. */
    void drop(Slot<T, C> slot, Effects<T, C> effects) {
        connections.add(-Counts.LEASED);
        discard(slot, effects);
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

    /**
     * Drops idle entries that a caller could use, oldest first, while there are more than a given number in all. One without
     * capacity stays: its peer admits nothing at the moment, and would not on a new connection either.
     */
    void dropUsableDownTo(int most, Effects<T, C> effects) {
        Slot<T, C> slot = idle.oldest();
        while (slot != null && allocated() > most) {
            Slot<T, C> next = slot.newer;
            if (slot.capacity > 0) {
                dropIdle(slot, effects);
            }
            slot = next;
        }
    }

    void dropIdle(Slot<T, C> slot, Effects<T, C> effects) {
        idle.remove(slot);
        connections.add(-Counts.IDLE);
        discard(slot, effects);
    }

    // It is neither idle nor in use.
    private void discard(Slot<T, C> slot, Effects<T, C> effects) {
        remove(slot);
        effects.discard(slot);
    }

    /** Drops idle entries, oldest first, while there are more than a given number in all. */
    void dropIdleDownTo(int most, Effects<T, C> effects) {
        boolean more = true;
        while (more && allocated() > most) {
            more = dropOldest(effects);
        }
    }

    /** Drops all, leased or idle. */
    void dropAll(Effects<T, C> effects) {
        dropIdleDownTo(0, effects);
        all.values().forEach(effects::discard);
        all.clear();
        shareable = null;
        leave(-leaving);
        connections.add(-uses * Counts.LEASED);
        uses = 0;
    }

    /** Returns the slot of an entry; null if the entry is not here. Needs no gate. */
    @Nullable
    Slot<T, C> slot(PoolEntry<T, C> entry) {
        return all.get(entry);
    }

    IdleCursor<T, C> idleCursor() {
        return idle.cursor();
    }

    void end(IdleCursor<T, C> cursor) {
        idle.end(cursor);
    }

    List<PoolEntry<T, C>> copyOfLeased() {
        List<PoolEntry<T, C>> leased = new ArrayList<>(all.size() - idle.size());
        for (Slot<T, C> slot : all.values()) {
            if (slot.uses > 0) {
                leased.add(slot.entry);
            }
        }
        return leased;
    }
}
