package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a segment, dialing, leased and idle, their places under the limits of the route and of the pool, and what is
 * known of how long dials and holds take. What a dial establishes goes to the head of the queue. Guarded by the segment's
 * gate.
 */
final class Entries {

    // The time after which a caller on a full route asks again: usually longer than its turn takes.
    private static final long FULL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Segment segment;
    private final SegmentedPool<?> pool;
    private final WaiterQueue waiters;
    private final Governor governor = new Governor();
    final List<Entry> all = new ArrayList<>(0);
    // Whether one has had room for several callers; never with HTTP/1.1.
    private boolean areShared;
    // The newest first.
    private final Deque<Entry> idle = new ArrayDeque<>(1);
    // The fewest idle ones since that was last asked for: the route has not needed these.
    private int lowest;
    /** How many callers have an entry. */
    int uses;

    /** How many there are; read also without the gate. */
    volatile int allocated;

    // Retired entries that are still in use.
    private int leaving;

    /** How many dials are under way. */
    int dialing;

    // When the queue was last empty, ignoring short breaks.
    private long lastingSinceNanos;
    // When a caller last joined the queue or was served from it.
    private long lastQueuedNanos;

    Entries(Segment segment) {
        this.segment = segment;
        this.pool = segment.pool;
        this.waiters = segment.waiters;
        this.lastQueuedNanos = pool.nanoTime();
        this.lastingSinceNanos = lastQueuedNanos;
    }

    int idle() {
        return idle.size();
    }

    /** How many were idle all the time since the last call. */
    int idleThroughout() {
        int unneeded = lowest;
        lowest = idle.size();
        return unneeded;
    }

    /** Whether one that stays admits no caller: its peer would admit none on another one either. */
    boolean isShut() {
        for (Entry entry : all) {
            if (entry.capacity == 0 && !entry.retired) {
                return true;
            }
        }
        return false;
    }

    /** How many callers could be served at once without a dial; unbounded if a shared entry has room. */
    int ready() {
        int ready = 0;
        for (Entry entry : all) {
            if (entry.isSound() && entry.uses < entry.capacity) {
                if (entry.capacity > 1) {
                    return Integer.MAX_VALUE;
                }
                ready++;
            }
        }
        return ready;
    }

    /**
     * Takes an entry for a caller: the newest idle one, or else the one with the fewest callers. Its hold begins. It is not
     * known which of several callers gives it back, so each of their holds counts from their average start: the sum is still
     * right, and with one caller at a time each is.
     *
     * @return the entry; null if there is none
     */
    @Nullable
    Entry take(@Nullable Object state, LeaseTerms terms) {
        long nowNanos = pool.nanoTime();
        Entry entry = newestIdle(state, terms);
        if (entry != null) {
            idle.remove(entry);
            unparked();
            entry.sharedState = state;
        } else {
            entry = leastShared(state, terms);
            if (entry == null) {
                return null;
            }
        }
        used(entry, 1);
        boolean isAlone = entry.uses <= 1 || entry.leasedNanos == 0;
        entry.leasedNanos = isAlone ? nowNanos : entry.leasedNanos + (nowNanos - entry.leasedNanos) / entry.uses;
        return entry;
    }

    // One with the caller's state, or else one without a state.
    private @Nullable Entry newestIdle(@Nullable Object state, LeaseTerms terms) {
        Entry anyones = null;
        for (Entry entry : idle) {
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

    private @Nullable Entry leastShared(@Nullable Object state, LeaseTerms terms) {
        Entry least = null;
        for (int i = 0; areShared && i < all.size(); i++) {
            Entry entry = all.get(i);
            boolean hasRoom = entry.uses > 0 && entry.uses < entry.capacity && entry.isSound();
            boolean isLess = least == null || entry.uses < least.uses;
            if (hasRoom && isLess && Objects.equals(state, entry.sharedState) && terms.accepts(entry.sharedGrade())) {
                least = entry;
            }
        }
        return least;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    private void used(Entry entry, int change) {
        entry.uses += change;
        uses += change;
        pool.leased.add(change);
    }

    /** Adds an entry and dials its connection, for those that wait now. */
    Entry dial(boolean isSpare, Effects effects) {
        Entry entry = segment.newEntry();
        resize(entry, Math.min(1, segment.newCapacity()));
        all.add(entry);
        allocated = all.size();
        entry.present = true;
        used(entry, 1); // by its dial
        entry.spare = isSpare;
        entry.dialing = true;
        entry.dialedFor = waiters.arrivals();
        entry.dialingSinceNanos = pool.nanoTime();
        dialing++;
        effects.dial(entry);
        return entry;
    }

    /**
     * Ends one use of an entry. After the last one, the entry must be parked or dropped, and counts as leased until then;
     * otherwise it must be retired if no further caller may have it. Has no effect if it is not leased.
     */
    void giveBack(Entry entry) {
        if (entry.uses == 0) {
            return;
        }
        used(entry, -1);
        bind(entry);
        if (entry.uses == 0 && entry.retired) {
            leave(-1);
        }
    }

    // Once an entry in use has a state, only callers with that state may use it.
    private static void bind(Entry entry) {
        Object state = entry.state();
        if (entry.uses > 0 && state != null) {
            entry.sharedState = state;
        }
    }

    /** Lets no further caller use an entry; drops it if it is unused. */
    void retire(Entry entry, Effects effects) {
        if (entry.uses == 0) {
            drop(entry, CloseCause.ERROR, effects);
        } else if (!entry.retired) {
            entry.retired = true;
            leave(1);
        }
    }

    private void leave(int change) {
        leaving += change;
        pool.leaving.addAndGet(change);
    }

    /** Changes how many callers may use an entry at once. */
    void resize(Entry entry, int capacity) {
        entry.capacity = capacity;
        areShared |= capacity > 1;
        bind(entry);
    }

    private void unparked() {
        pool.idle.decrement();
        lowest = Math.min(lowest, idle.size());
    }

    /** Drops an entry that is not in use, idle or not. */
    void drop(Entry entry, CloseCause cause, Effects effects) {
        if (idle.removeLastOccurrence(entry)) {
            unparked();
        }
        all.remove(entry);
        allocated = all.size();
        entry.present = false;
        entry.cause = cause;
        effects.discard(entry);
    }

    /** Drops idle entries, oldest first, while there are more than a given number in all, or of idle ones. */
    void shrinkTo(int most, int mostIdle, CloseCause cause, Effects effects) {
        while (!idle.isEmpty() && (allocated > most || idle.size() > mostIdle)) {
            drop(idle.getLast(), cause, effects);
        }
    }

    /** Returns the idle ones, the oldest first. */
    List<Entry> idleOnes() {
        List<Entry> ones = new ArrayList<>(idle);
        Collections.reverse(ones);
        return ones;
    }

    /** Drops all, leased or idle. */
    void dropAll(Effects effects) {
        List.copyOf(all).forEach(entry -> drop(entry, CloseCause.SHUTDOWN, effects));
        leave(-leaving);
        pool.leased.add(-uses);
        uses = 0;
        dialing = 0;
    }

    /** Tells whether no entry can be added, whatever happens on other routes. */
    boolean isFull() {
        return allocated >= Math.min(segment.limits().maxEntries(), pool.maxTotal());
    }

    /**
     * Takes a place for a new entry, or queues for one. If the route is full, the oldest idle entry makes room: its state or
     * its past keeps callers from using it. None does if one without capacity stays: its peer would admit nothing on a new
     * connection either.
     */
    boolean takePlace(Effects effects) {
        int limit = segment.limits().maxEntries();
        if (isShut()) {
            return false;
        }
        shrinkTo(limit - 1, Integer.MAX_VALUE, CloseCause.EVICTED_FOR_ROUTE, effects);
        if (allocated >= limit) {
            return false;
        }
        if ((pool.excess() < 0 && effects.takePlace()) || pool.take()) {
            return true;
        }
        starve(effects);
        return false;
    }

    /** Waits for a place. */
    void starve(Effects effects) {
        pool.queue(segment, allocated);
        effects.contend(true);
    }

    /** Makes an entry idle that came back, or drops it. */
    void settle(Entry entry, boolean mayStay, CloseCause cause, Effects effects) {
        if (mayStay && hasRoom()) {
            idle.addFirst(entry);
            pool.idle.increment();
            offer(effects);
        } else {
            drop(entry, cause, effects);
        }
    }

    boolean hasRoom() {
        return allocated <= segment.limits().maxEntries() && pool.excess() <= 0;
    }

    /** Tells whether the place of an entry that came back goes to another segment, though callers wait here. */
    boolean mustPassOn() {
        return pool.starving > 0 && hasRoom() && pool.prefersAnother(segment, allocated);
    }

    /**
     * Tells whether an entry in use must leave when it can, because a limit was lowered, or because another segment queues
     * for a place and none is on its way.
     */
    boolean mustShrink() {
        int share = allocated - leaving; // without the retired ones
        int onTheirWay = pool.leaving.get();
        return share > segment.limits().maxEntries()
                || pool.excess() > onTheirWay
                || (pool.starving > onTheirWay && pool.prefersAnother(segment, share));
    }

    // A caller elsewhere that waits for a place can take over that of an entry that became idle.
    private void offer(Effects effects) {
        list();
        boolean isUrgent = pool.isWanted();
        if (isUrgent || pool.hasSurplusIdle()) {
            effects.contend(isUrgent);
        }
    }

    // Seldom: the thread that takes it off the list looks at it afterwards, holding its gate.
    void list() {
        if (!segment.isListed) {
            pool.list(segment);
        }
    }

    /** For how many callers a dial is under way: for one even if it may turn out to carry none. */
    int covered() {
        return (int) Math.min((long) dialing * Math.max(1, segment.newCapacity()), Integer.MAX_VALUE);
    }

    /** Notes that a caller comes. A queue that forms again after a short break counts as the same queue. */
    void asked(long nowNanos) {
        governor.passed(nowNanos);
        if (waiters.pending == 0 && nowNanos - lastQueuedNanos >= governor.breakNanos()) {
            lastingSinceNanos = nowNanos;
        }
    }

    /** Notes that a caller is pending, or was until now. */
    void queued(long nowNanos) {
        lastQueuedNanos = nowNanos;
    }

    /**
     * The time after which a waiting caller should ask again, read without the gate. While its route is full,
     * asking helps only if a connection closes meanwhile and none comes back: callers of a busy route must not wake up for
     * nothing.
     */
    long askAfterNanos(boolean isFull) {
        long dialNanos = governor.dialNanos();
        if (dialNanos == 0) {
            return Long.MAX_VALUE;
        }
        return isFull ? Math.max(dialNanos, FULL_PAUSE_NANOS) : dialNanos;
    }

    /**
     * Tells whether a dial may begin for a caller in the queue, for whom there is no connection. One that does not accept
     * every connection gets a dial: waiting for a free one may not help it.
     */
    boolean mayBegin(Waiter waiter) {
        int leased = uses - dialing;
        long nowNanos = pool.nanoTime();
        governor.passed(nowNanos);
        boolean isChoosy = waiter.terms != LeaseTerms.ANY;
        long lastingNanos = nowNanos - lastingSinceNanos;
        boolean atOnce = isChoosy || waiter.isAdmitted() || waiter.isHalfway(nowNanos);
        int queue = waiters.size() - Math.min(covered(), waiters.size());
        return governor.mayDial(segment.limits().maxDialing(), dialing, leased, queue, lastingNanos, atOnce);
    }

    /**
     * Tells whether a dial that no caller needs now may begin: never next to the one that tests whether dials still fail,
     * though it may be that one.
     */
    boolean mayBeginSpare() {
        if (governor.isFailing()) {
            return dialing == 0;
        }
        return dialing < segment.limits().maxDialing();
    }

    /** Notes that a caller gives an entry back that it held; others may share it. */
    void released(Entry entry, boolean reusable) {
        if (entry.leasedNanos != 0) {
            governor.released(pool.nanoTime() - entry.leasedNanos, reusable);
        }
    }

    private void end(Entry entry) {
        entry.dialing = false;
        dialing--;
    }

    void dialed(Entry entry) {
        long nowNanos = pool.nanoTime();
        governor.dialed(nowNanos - entry.dialingSinceNanos, nowNanos);
        end(entry);
    }

    /** Notes that a dial failed, which teaches that others are likely to fail, too, unless it was canceled. */
    void dialFailed(Entry entry, boolean teaches) {
        if (teaches) {
            governor.dialFailed();
        }
        end(entry);
    }

    /** The latest that was begun for a caller, if the others are enough for all that wait; null if there is none. */
    @Nullable
    Entry needless() {
        long others = dialing - 1L;
        if (others < 0 || others * Math.max(1, segment.newCapacity()) < waiters.size()) {
            return null;
        }
        Entry latest = null;
        for (Entry entry : all) {
            boolean isOurs = entry.dialing && !entry.spare;
            if (isOurs && (latest == null || entry.dialingSinceNanos - latest.dialingSinceNanos > 0)) {
                latest = entry;
            }
        }
        return latest;
    }
}
