package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The dials of a segment, the callers that wait for them, and what is known of how long they take. Guarded by the segment's
 * gate.
 *
 * <p>A dial begins for one caller but is not bound to it: a caller that is served by another entry, or that gives up, leaves
 * it as an orphan, which the next caller adopts.
 */
final class Dials<T, C extends ModalCloseable> {

    /** The time after which a caller on a full route asks again: usually longer than its turn takes. */
    static final long FULL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The dial of an entry's connection, from the permission for it to its end. */
    static final class Dial<T, C extends ModalCloseable> {

        // When it was permitted or, once it has begun, when it began.
        private final long sinceNanos;
        // Whether it has begun on its own thread; until then it is a permission that its caller may still return.
        private final boolean begun;
        // Whether it has lost its caller: the next one takes it over.
        private boolean isOrphan;
        // Of its caller; null if that dials itself or has not begun to wait, or if it is an orphan.
        private @Nullable Waiter<T, C> wait;
        // Why it ended, until its caller asks.
        private @Nullable Throwable failure;

        Dial(long sinceNanos, boolean begun) {
            this.sinceNanos = sinceNanos;
            this.begun = begun;
        }

        private boolean isUnderWay() {
            return begun && failure == null;
        }
    }

    private final SegmentedPool<T, C, ?> pool;
    private final Entries<T, C> entries;
    private final WaiterQueue<T, C> waiters;
    private final Governor governor = new Governor();
    // Entries without an established connection, oldest first: their dials are permitted or under way.
    private final List<Entry<T, C>> open = new ArrayList<>(0);
    // How many of them are orphans.
    private int orphans;
    // When the queue was last empty, ignoring short breaks.
    private long lastingSinceNanos;
    // When a caller last joined the queue or was served from it.
    private long lastQueuedNanos;

    Dials(Segment<T, C> segment) {
        this.pool = segment.pool;
        this.entries = segment.entries;
        this.waiters = segment.waiters;
        this.lastQueuedNanos = pool.nanoTime();
        this.lastingSinceNanos = lastQueuedNanos;
    }

    /** How many entries have no connection yet: their dials are permitted or under way. */
    int open() {
        return open.size();
    }

    /** How many entries have neither a connection nor a caller: their dials go on for the next caller. */
    int orphans() {
        return orphans;
    }

    /** How many callers have an entry without a connection. */
    int callers() {
        int callers = 0;
        for (Entry<T, C> entry : open) {
            callers += entry.uses;
        }
        return callers;
    }

    /** Notes that a caller queues. A queue that forms again after a short break counts as the same queue. */
    void queued(long nowNanos) {
        governor.passed(nowNanos);
        if (waiters.size == 0 && nowNanos - lastQueuedNanos >= governor.breakNanos()) {
            lastingSinceNanos = nowNanos;
        }
        lastQueuedNanos = nowNanos;
    }

    /** Notes that a caller in the queue is served. */
    void served(long nowNanos) {
        lastQueuedNanos = nowNanos;
    }

    /**
     * The time after which a waiting caller should ask again; zero for never. While its route is full, asking helps only if
     * a connection closes meanwhile and none comes back: callers of a busy route must not wake up for nothing.
     */
    long askAfterNanos(boolean isFull) {
        if (!pool.isGoverned()) {
            return 0;
        }
        long dialNanos = governor.dialNanos();
        if (dialNanos == 0) {
            return Long.MAX_VALUE;
        }
        return isFull ? Math.max(dialNanos, FULL_PAUSE_NANOS) : dialNanos;
    }

    /**
     * Tells whether a caller for whom there is no connection may dial one; a caller that is not in the queue is null.
     * A caller that does not accept every connection gets a dial: waiting for a free one may not help it.
     */
    boolean mayBegin(LeaseTerms terms, @Nullable Waiter<T, C> waiter) {
        int most = pool.maxDialing();
        if (most == 0) {
            return true;
        }
        int leased = entries.uses() - callers();
        long nowNanos = pool.nanoTime();
        governor.passed(nowNanos);
        boolean isChoosy = terms != LeaseTerms.ANY;
        if (waiter == null) {
            return governor.mayDial(most, open(), leased, 1, 0, isChoosy);
        }
        long lastingNanos = nowNanos - lastingSinceNanos;
        boolean atOnce = isChoosy || waiter.isHalfway(nowNanos);
        return governor.mayDial(most, open(), leased, waiters.size, lastingNanos, atOnce);
    }

    /**
     * Tells whether callers on other terms may be served before a caller that could not be. They overtake only a caller that
     * may not dial yet: one that lacks a place must get the next.
     */
    boolean mayBeOvertaken(Waiter<T, C> waiter) {
        return pool.isGoverned() && !mayBegin(waiter.terms, waiter);
    }

    /** Tells whether a caller that asks again may dial out of turn. */
    boolean isDue(Waiter<T, C> waiter) {
        return waiter.isHalfway(pool.nanoTime()) && mayBegin(waiter.terms, waiter);
    }

    /**
     * Tells whether a dial that no caller needs now may begin: never next to the one that tests whether dials still fail,
     * though it may be that one.
     */
    boolean mayBeginSpare() {
        if (governor.isFailing()) {
            return open() == 0;
        }
        return !pool.isGoverned() || open() < pool.maxDialing();
    }

    /** Notes that a caller may dial the connection of a new entry. */
    void permit(Entry<T, C> entry) {
        if (pool.isGoverned()) {
            open(entry, new Dial<>(pool.nanoTime(), false));
        }
    }

    private void open(Entry<T, C> entry, Dial<T, C> dial) {
        if (!open.contains(entry)) {
            open.add(entry);
        }
        entry.dial = dial;
    }

    /** Notes that a dial begins, and lets its caller wait for it. */
    void begin(Entry<T, C> entry, Waiter<T, C> wait) {
        Dial<T, C> dial = new Dial<>(pool.nanoTime(), true);
        open(entry, dial);
        dial.wait = wait;
    }

    /** Notes that a dial begins without a caller; the next caller adopts it. */
    void beginSpare(Entry<T, C> entry) {
        open(entry, new Dial<>(pool.nanoTime(), true));
        orphan(entry);
    }

    /**
     * Lets a caller wait for a dial that another caller began. Returns false, with what the wait ends with, if it is over.
     */
    boolean join(Waiter<T, C> wait) {
        Entry<T, C> entry = wait.own();
        Dial<T, C> dial = entry.dial;
        if (dial != null && dial.isUnderWay()) {
            dial.wait = wait;
            return true;
        }
        wait.granted = dial == null ? entry : null;
        wait.failure = dial == null ? null : dial.failure;
        entry.dial = null;
        return false;
    }

    /** Serves callers that wait for their dials with free entries, and leaves their dials to others. */
    void serve(Effects<T, C> effects) {
        for (int i = 0; i < open.size(); i++) {
            Entry<T, C> own = open.get(i);
            Waiter<T, C> wait = own.dial == null ? null : own.dial.wait;
            if (wait != null && !wait.isDone()) { // one that is done is about to give up
                wait.granted = take(own.sharedState, own.terms);
                if (wait.granted != null) {
                    orphan(own);
                    effects.end(wait);
                }
            }
        }
    }

    /**
     * Takes a free entry, whose hold begins. It is not known which of several callers gives it back, so each of their holds
     * counts from their average start: the sum is still right, and with one caller at a time each is.
     */
    @Nullable
    Entry<T, C> take(@Nullable Object state, LeaseTerms terms) {
        long nowNanos = pool.holdNanos();
        Entry<T, C> entry = entries.take(state, terms);
        if (entry != null) {
            boolean isAlone = nowNanos == 0 || entry.uses <= 1 || entry.leasedNanos == 0;
            entry.leasedNanos = isAlone ? nowNanos : entry.leasedNanos + (nowNanos - entry.leasedNanos) / entry.uses;
        }
        return entry;
    }

    /** Notes that a caller gives an entry back, which it held or had no use for; others may share it and its dial. */
    void returned(Entry<T, C> entry, boolean held, boolean reusable) {
        if (!held || entry.dial != null) {
            if (entry.uses <= 1) {
                close(entry);
            }
        } else if (entry.leasedNanos != 0) {
            governor.released(pool.nanoTime() - entry.leasedNanos, reusable);
        }
    }

    /** Removes the waiting caller from a dial, which becomes an orphan; false if it did not wait. */
    boolean abandon(Waiter<T, C> wait) {
        Entry<T, C> own = wait.own();
        boolean waited = own.dial != null && own.dial.wait == wait;
        if (waited) {
            orphan(own);
        }
        return waited;
    }

    /** Leaves a dial that is under way to others; false if none is. */
    boolean leave(Entry<T, C> entry) {
        Dial<T, C> dial = entry.dial;
        if (dial == null || !dial.isUnderWay()) {
            return false;
        }
        orphan(entry);
        return true;
    }

    private void orphan(Entry<T, C> entry) {
        Dial<T, C> dial = entry.dial;
        if (dial != null && !dial.isOrphan) {
            dial.wait = null;
            dial.isOrphan = true;
            orphans++;
        }
    }

    // Assigns a caller to it; false if it had one.
    private boolean claim(@Nullable Dial<T, C> dial) {
        if (dial == null || !dial.isOrphan) {
            return false;
        }
        dial.isOrphan = false;
        orphans--;
        return true;
    }

    /** Takes over the oldest orphaned dial; null if there is none. */
    @Nullable
    Entry<T, C> adopt(@Nullable Object state) {
        for (int i = 0; orphans > 0 && i < open.size(); i++) {
            Entry<T, C> entry = open.get(i);
            if (claim(entry.dial)) {
                entry.sharedState = state;
                return entry;
            }
        }
        return null;
    }

    /** Tells whether a dial is still an orphan, and ends it then. */
    boolean cut(Entry<T, C> entry) {
        boolean unwanted = claim(entry.dial);
        if (unwanted) {
            close(entry);
        }
        return unwanted;
    }

    /** Notes that a dial has ended or never began. */
    void close(Entry<T, C> entry) {
        if (entry.dial != null && entry.dial.failure == null) {
            open.remove(entry);
        }
        entry.dial = null;
    }

    /** Ends a dial that succeeded and tells the caller that waits for it. Returns whether it was an orphan. */
    boolean succeeded(Entry<T, C> entry, Effects<T, C> effects) {
        Dial<T, C> dial = entry.dial;
        if (dial == null) {
            return false;
        }
        long nowNanos = pool.nanoTime();
        governor.dialed(nowNanos - dial.sinceNanos, nowNanos);
        entry.established = true;
        close(entry);
        if (claim(dial)) {
            return true;
        }
        entry.leasedNanos = nowNanos;
        if (dial.wait != null) {
            dial.wait.granted = entry;
            effects.end(dial.wait);
        }
        return false;
    }

    /**
     * Ends a dial that failed and tells the caller that waits for it, now or when it asks. Returns whether it was an orphan.
     */
    boolean failed(Entry<T, C> entry, Throwable failure, boolean teaches, Effects<T, C> effects) {
        if (teaches) {
            governor.dialFailed();
        }
        Dial<T, C> dial = entry.dial;
        close(entry);
        if (claim(dial)) {
            return true;
        }
        if (dial != null && dial.wait != null) {
            dial.wait.failure = failure;
            effects.end(dial.wait);
        } else if (dial != null && dial.begun) {
            dial.failure = failure;
            entry.dial = dial;
        }
        return false;
    }

    /** Ends the wait of all callers. */
    void endAll(Effects<T, C> effects) {
        for (Entry<T, C> entry : open) {
            if (entry.dial != null && entry.dial.wait != null) {
                effects.end(entry.dial.wait);
            }
            entry.dial = null;
        }
        orphans = 0;
        open.clear();
    }
}
