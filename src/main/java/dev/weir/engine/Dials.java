package dev.weir.engine;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The dials of a segment, and what is known of how long they take. They belong to the route: what they establish goes to the
 * head of its queue. Guarded by the segment's gate.
 */
final class Dials {

    /** The time after which a caller on a full route asks again: usually longer than its turn takes. */
    static final long FULL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Segment segment;
    private final SegmentedPool<?> pool;
    private final Entries entries;
    private final WaiterQueue waiters;
    private final Governor governor = new Governor();

    /** How many are under way. */
    int open;

    // When the queue was last empty, ignoring short breaks.
    private long lastingSinceNanos;
    // When a caller last joined the queue or was served from it.
    private long lastQueuedNanos;

    Dials(Segment segment) {
        this.segment = segment;
        this.pool = segment.pool;
        this.entries = segment.entries;
        this.waiters = segment.waiters;
        this.lastQueuedNanos = pool.nanoTime();
        this.lastingSinceNanos = lastQueuedNanos;
    }

    /** For how many callers a dial is under way: for one even if it may turn out to carry none. */
    int covered() {
        return (int) Math.min((long) open * Math.max(1, segment.newCapacity()), Integer.MAX_VALUE);
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
     * The time after which a waiting caller should ask again, read without the gate; zero for never. While its route is full,
     * asking helps only if a connection closes meanwhile and none comes back: callers of a busy route must not wake up for
     * nothing.
     */
    long askAfterNanos(boolean isFull) {
        if (!segment.isGoverned()) {
            return 0;
        }
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
        int most = segment.limits().maxDialing();
        if (most == 0) {
            return true;
        }
        int leased = entries.uses - open;
        long nowNanos = pool.nanoTime();
        governor.passed(nowNanos);
        boolean isChoosy = waiter.terms != LeaseTerms.ANY;
        long lastingNanos = nowNanos - lastingSinceNanos;
        boolean atOnce = isChoosy || waiter.isAdmitted() || waiter.isHalfway(nowNanos);
        int queue = waiters.size() - Math.min(covered(), waiters.size());
        return governor.mayDial(most, open, leased, queue, lastingNanos, atOnce);
    }

    /**
     * Tells whether a dial that no caller needs now may begin: never next to the one that tests whether dials still fail,
     * though it may be that one.
     */
    boolean mayBeginSpare() {
        if (governor.isFailing()) {
            return open == 0;
        }
        return !segment.isGoverned() || open < segment.limits().maxDialing();
    }

    /** Dials the connection of a new entry, for those that wait now. */
    void begin(Entry entry, Effects effects) {
        entry.dialing = true;
        entry.dialedFor = waiters.arrivals();
        entry.dialingSinceNanos = pool.nanoTime();
        open++;
        effects.dial(entry);
    }

    /**
     * Takes a free entry, whose hold begins. It is not known which of several callers gives it back, so each of their holds
     * counts from their average start: the sum is still right, and with one caller at a time each is.
     */
    @Nullable
    Entry take(@Nullable Object state, LeaseTerms terms) {
        long nowNanos = segment.isGoverned() ? pool.nanoTime() : 0;
        Entry entry = entries.take(state, terms);
        if (entry != null) {
            boolean isAlone = nowNanos == 0 || entry.uses <= 1 || entry.leasedNanos == 0;
            entry.leasedNanos = isAlone ? nowNanos : entry.leasedNanos + (nowNanos - entry.leasedNanos) / entry.uses;
        }
        return entry;
    }

    /** Notes that a caller gives an entry back that it held; others may share it. */
    void released(Entry entry, boolean reusable) {
        if (entry.leasedNanos != 0) {
            governor.released(pool.nanoTime() - entry.leasedNanos, reusable);
        }
    }

    private void end(Entry entry) {
        if (entry.dialing) {
            entry.dialing = false;
            open--;
        }
    }

    void succeeded(Entry entry) {
        long nowNanos = pool.nanoTime();
        governor.dialed(nowNanos - entry.dialingSinceNanos, nowNanos);
        end(entry);
    }

    /** Notes that a dial failed, which teaches that others are likely to fail, too, unless it was canceled. */
    void failed(Entry entry, boolean teaches) {
        if (teaches) {
            governor.dialFailed();
        }
        end(entry);
    }

    /** The latest that was begun for a caller, if the others are enough for all that wait; null if there is none. */
    @Nullable
    Entry needless() {
        long others = open - 1L;
        if (others < 0 || others * Math.max(1, segment.newCapacity()) < waiters.size()) {
            return null;
        }
        Entry latest = null;
        for (Entry entry : entries.all) {
            boolean isOurs = entry.dialing && !entry.spare;
            if (isOurs && (latest == null || entry.dialingSinceNanos - latest.dialingSinceNanos > 0)) {
                latest = entry;
            }
        }
        return latest;
    }

    void endAll() {
        open = 0;
    }
}
