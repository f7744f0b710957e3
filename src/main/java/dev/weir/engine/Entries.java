package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** The entries of a segment, leased and idle, counted for the whole pool. Guarded by the segment's gate. */
final class Entries<T, C extends ModalCloseable> {

    private final Segment<T, C> segment;
    private final SegmentedPool<T, C, ?> pool;
    // See Counts.
    private final LongAdder connections;
    final List<Entry<T, C>> all = new ArrayList<>(0);
    // Whether one has had room for several callers; never with HTTP/1.1.
    private boolean areShared;
    private @Nullable Entry<T, C> newest;
    private @Nullable Entry<T, C> oldest;
    private int idle;
    // The fewest idle ones since that was last asked for: the route has not needed these.
    private int lowest;
    private int uses;

    /** How many there are; read also without the gate. */
    private volatile int allocated;

    /** What {@link Service#inFlight} was after the last step; read also without the gate. */
    volatile int inFlight;
    // Retired entries that are still in use.
    private int leaving;

    Entries(Segment<T, C> segment) {
        this.segment = segment;
        this.pool = segment.pool;
        this.connections = pool.counts.connections;
    }

    /** How many callers have an entry. */
    int uses() {
        return uses;
    }

    int idle() {
        return idle;
    }

    /** How many were idle all the time since the last call. */
    int idleThroughout() {
        int unneeded = lowest;
        lowest = idle;
        return unneeded;
    }

    int allocated() {
        return allocated;
    }

    /** How many will be left without the retired ones. */
    int staying() {
        return all.size() - leaving;
    }

    /** Whether one that stays admits no caller: its peer would admit none on another one either. */
    boolean isShut() {
        for (Entry<T, C> entry : all) {
            if (entry.capacity == 0 && !entry.retired) {
                return true;
            }
        }
        return false;
    }

    /** How many callers could be served at once without a dial; unbounded if a shared entry has room. */
    int ready() {
        int ready = 0;
        for (Entry<T, C> entry : all) {
            boolean isThere = (entry.uses == 0 || entry.established) && entry.isSound();
            if (isThere && entry.uses < entry.capacity) {
                if (entry.capacity > 1) {
                    return Integer.MAX_VALUE;
                }
                ready++;
            }
        }
        return ready;
    }

    /** Takes an entry for a caller: the newest idle one, or else the one with the fewest callers. Null if there is none. */
    @Nullable
    Entry<T, C> take(@Nullable Object state, LeaseTerms terms) {
        Entry<T, C> entry = newestIdle(state, terms);
        if (entry != null) {
            unlink(entry);
            entry.sharedState = state;
            connections.add(Counts.TAKEN);
        } else {
            entry = leastShared(state, terms);
            if (entry == null) {
                return null;
            }
            connections.add(Counts.LEASED);
        }
        used(entry, 1);
        return entry;
    }

    // One with the caller's state, or else one without a state.
    private @Nullable Entry<T, C> newestIdle(@Nullable Object state, LeaseTerms terms) {
        Entry<T, C> anyones = null;
        for (Entry<T, C> entry = newest; entry != null; entry = entry.older) {
            if (entry.capacity > 0 && terms.accepts(entry.grade())) {
                Object owner = entry.state();
                if (owner == null && anyones == null) {
                    anyones = entry;
                }
                if (state == null ? owner == null : owner != null && state.equals(owner)) {
                    return entry;
                }
            }
        }
        return anyones;
    }

    private @Nullable Entry<T, C> leastShared(@Nullable Object state, LeaseTerms terms) {
        Entry<T, C> least = null;
        for (int i = 0; areShared && i < all.size(); i++) {
            Entry<T, C> entry = all.get(i);
            boolean hasRoom = entry.uses > 0 && entry.uses < entry.capacity && entry.isSound();
            boolean isLess = least == null || entry.uses < least.uses;
            if (hasRoom && isLess && Objects.equals(state, entry.sharedState) && terms.accepts(entry.sharedGrade())) {
                least = entry;
            }
        }
        return least;
    }

    private void used(Entry<T, C> entry, int change) {
        entry.uses += change;
        uses += change;
    }

    /** Adds an entry without a connection, which a caller with a state holds, or the dial of the route. */
    Entry<T, C> add(@Nullable Object state) {
        Entry<T, C> entry = new Entry<>(segment);
        entry.sharedState = state;
        capacity(entry, Math.min(1, segment.newCapacity()));
        entry.index = all.size();
        all.add(entry);
        allocated = all.size();
        entry.present = true;
        connections.add(Counts.LEASED);
        used(entry, 1);
        return entry;
    }

    private void remove(Entry<T, C> entry) {
        Entry<T, C> last = all.remove(all.size() - 1);
        allocated = all.size();
        if (last != entry) {
            all.set(entry.index, last);
            last.index = entry.index;
        }
        entry.present = false;
    }

    /**
     * Ends one use of an entry. After the last one, the entry must be parked or dropped, and counts as leased until then;
     * otherwise it must be retired if no further caller may have it. Has no effect if it is not leased.
     */
    void giveBack(Entry<T, C> entry) {
        if (entry.uses == 0) {
            return;
        }
        used(entry, -1);
        if (entry.uses > 0) {
            connections.add(-Counts.LEASED);
            bind(entry);
        } else if (entry.retired) {
            leave(-1);
        }
    }

    // Once an entry has a state, only callers with that state may use it.
    private void bind(Entry<T, C> entry) {
        Object state = entry.state();
        if (state != null) {
            entry.sharedState = state;
        }
    }

    /** Lets no further caller use an entry; drops it if it is unused. */
    void retire(Entry<T, C> entry, Effects<T, C> effects) {
        if (entry.uses == 0) {
            dropIdle(entry, CloseCause.ERROR, effects);
        } else if (!entry.retired) {
            entry.retired = true;
            leave(1);
        }
    }

    private void leave(int change) {
        leaving += change;
        pool.total.leave(change);
    }

    /** Changes how many callers may use an entry at once. */
    void resize(Entry<T, C> entry, int capacity) {
        capacity(entry, capacity);
        if (entry.uses > 0) {
            bind(entry);
        }
    }

    void capacity(Entry<T, C> entry, int capacity) {
        entry.capacity = capacity;
        areShared |= capacity > 1;
    }

    /** Makes an entry idle that its last caller has given back. */
    void park(Entry<T, C> entry) {
        entry.older = newest;
        if (newest != null) {
            newest.newer = entry;
        } else {
            oldest = entry;
        }
        newest = entry;
        idle++;
        connections.add(-Counts.TAKEN);
    }

    private void unlink(Entry<T, C> entry) {
        if (entry.newer != null) {
            entry.newer.older = entry.older;
        } else {
            newest = entry.older;
        }
        if (entry.older != null) {
            entry.older.newer = entry.newer;
        } else {
            oldest = entry.newer;
        }
        entry.newer = null;
        entry.older = null;
        idle--;
        lowest = Math.min(lowest, idle);
    }

    /** Drops an entry that its last caller has given back. */
    void drop(Entry<T, C> entry, CloseCause cause, Effects<T, C> effects) {
        connections.add(-Counts.LEASED);
        discard(entry, cause, effects);
    }

    /** Drops the oldest idle entry; false if there is none. */
    boolean dropOldest(CloseCause cause, Effects<T, C> effects) {
        if (oldest == null) {
            return false;
        }
        dropIdle(oldest, cause, effects);
        return true;
    }

    private void dropIdle(Entry<T, C> entry, CloseCause cause, Effects<T, C> effects) {
        unlink(entry);
        connections.add(-Counts.IDLE);
        discard(entry, cause, effects);
    }

    // It is neither idle nor in use.
    private void discard(Entry<T, C> entry, CloseCause cause, Effects<T, C> effects) {
        remove(entry);
        entry.cause = cause;
        effects.discard(entry);
    }

    /** Drops idle entries, oldest first, while there are more than a given number in all, or of idle ones. */
    void shrinkTo(int most, int mostIdle, CloseCause cause, Effects<T, C> effects) {
        boolean more = true;
        while (more && (allocated() > most || idle > mostIdle)) {
            more = dropOldest(cause, effects);
        }
    }

    /**
     * Drops idle entries that a caller could use, oldest first, while there are more than a given number in all. One without
     * capacity stays: its peer admits nothing at the moment, and would not on a new connection either.
     */
    void dropUsableDownTo(int most, Effects<T, C> effects) {
        Entry<T, C> entry = oldest;
        while (entry != null && allocated() > most) {
            Entry<T, C> next = entry.newer;
            if (entry.capacity > 0) {
                dropIdle(entry, CloseCause.EVICTED_FOR_ROUTE, effects);
            }
            entry = next;
        }
    }

    /** Drops the idle entries that must go, looking at the oldest first. */
    void sweep(Function<C, @Nullable CloseCause> causes, Effects<T, C> effects) {
        Entry<T, C> entry = oldest;
        while (entry != null) {
            Entry<T, C> next = entry.newer;
            C connection = entry.connection();
            CloseCause cause = connection == null ? CloseCause.SHUTDOWN : causes.apply(connection);
            if (cause != null) {
                dropIdle(entry, cause, effects);
            }
            entry = next;
        }
    }

    /** Drops all, leased or idle. */
    void dropAll(Effects<T, C> effects) {
        shrinkTo(0, 0, CloseCause.SHUTDOWN, effects);
        while (!all.isEmpty()) {
            discard(all.get(all.size() - 1), CloseCause.SHUTDOWN, effects);
        }
        leave(-leaving);
        connections.add(-uses * Counts.LEASED);
        uses = 0;
    }

    /** The connections there are. */
    List<C> connections() {
        List<C> connections = new ArrayList<>(all.size());
        for (Entry<T, C> entry : all) {
            C connection = entry.connection();
            if (connection != null) {
                connections.add(connection);
            }
        }
        return connections;
    }
}
