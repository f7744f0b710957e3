package dev.weir.engine;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The dials of a segment, and the callers that wait for them. Guarded by the segment's gate.
 *
 * <p>A dial begins for one caller but is not bound to it: a caller that is served by another entry, or that gives up, leaves
 * it as an orphan, which the next caller adopts.
 */
final class Dials<T, C extends ModalCloseable> {

    private final PoolState<T, C> pool;
    private final T route;
    private final RouteHistory history;
    private final HoldTimes<T, C> holdTimes;
    // Callers that wait for their dials, oldest first.
    private final Set<DialWait<T, C>> waits = new LinkedHashSet<>(4);
    // Entries without an established connection, oldest first: their dials are permitted or under way.
    private final Set<Slot<T, C>> open = new LinkedHashSet<>(4);
    // How many of them are orphans.
    private int orphans;

    Dials(PoolState<T, C> pool, T route, RouteHistory history) {
        this.pool = pool;
        this.route = route;
        this.history = history;
        this.holdTimes = new HoldTimes<>(pool, history);
    }

    RouteHistory history() {
        return history;
    }

    HoldTimes<T, C> holdTimes() {
        return holdTimes;
    }

    /** How many entries have no connection yet: their dials are permitted or under way. */
    int open() {
        return open.size();
    }

    /**
     * How many dials are, or may soon be, under way: permissions count while they are likely to be used. A permission older
     * than the longest possible dial was lost with its caller, and must not keep others from dialing forever.
     */
    int counting() {
        if (open.isEmpty()) {
            return 0; // the usual case
        }
        long nowNanos = pool.nanoTime();
        long limitNanos = pool.permissionNanos(route);
        int counting = 0;
        for (Slot<T, C> slot : open) {
            Dial<T, C> dial = slot.dial;
            if (dial != null && (dial.begun || nowNanos - dial.sinceNanos < limitNanos)) {
                counting++;
            }
        }
        return counting;
    }

    /** How many entries have neither a connection nor a caller: their dials go on for the next caller. */
    int orphans() {
        return orphans;
    }

    /** How many callers have an entry without a connection. */
    int callers() {
        int callers = 0;
        for (Slot<T, C> slot : open) {
            callers += slot.uses;
        }
        return callers;
    }

    /** Notes that a caller leaves an entry unused, or without a connection; others may share it and its dial. */
    void returned(Slot<T, C> slot) {
        if (slot.uses <= 1) {
            close(slot);
        }
    }

    /** Notes that a caller may dial the connection of a new entry. */
    void permit(Slot<T, C> slot) {
        if (pool.isGoverned()) {
            open(slot, new Dial<>(pool.nanoTime()));
        }
    }

    private void open(Slot<T, C> slot, Dial<T, C> dial) {
        open.add(slot);
        slot.dial = dial;
    }

    /** Notes that a dial begins, and lets its caller wait for it. */
    void begin(Slot<T, C> slot, DialWait<T, C> wait) {
        Dial<T, C> dial = new Dial<>(pool.nanoTime());
        dial.begun = true;
        waits.add(wait);
        open(slot, dial);
        wait(slot, dial, wait);
    }

    /**
     * Tells whether a dial that no caller needs now may begin: never next to the one that tests whether dials still fail,
     * though it may be that one.
     */
    boolean mayBeginSpare() {
        if (history.governor.isFailing()) {
            return counting() == 0;
        }
        return pool.maxDialing() == 0 || counting() < pool.maxDialing();
    }

    /** Notes that a dial begins without a caller; the next caller adopts it. */
    void beginSpare(Slot<T, C> slot) {
        Dial<T, C> dial = new Dial<>(pool.nanoTime());
        dial.begun = true;
        open(slot, dial);
        orphan(slot);
    }

    private static <T, C extends ModalCloseable> void wait(Slot<T, C> slot, Dial<T, C> dial, DialWait<T, C> wait) {
        wait.slot = slot;
        dial.wait = wait;
    }

    /**
     * Lets a caller wait for a dial that another caller began. Returns false, with what the wait ends with, if it is over.
     */
    boolean join(Slot<T, C> slot, DialWait<T, C> wait) {
        Dial<T, C> dial = slot.dial;
        if (dial != null && dial.isUnderWay()) {
            waits.add(wait);
            wait(slot, dial, wait);
            return true;
        }
        wait.granted = dial == null ? slot : null;
        wait.failure = dial == null ? null : dial.failure;
        slot.dial = null;
        return false;
    }

    /** Serves callers that wait for their dials with free entries, and leaves their dials to others. */
    void serve(Entries<T, C> entries, Effects<T, C> effects) {
        if (waits.isEmpty()) {
            return; // the usual case, without an iterator
        }
        for (Iterator<DialWait<T, C>> all = waits.iterator(); all.hasNext(); ) {
            DialWait<T, C> wait = all.next();
            Slot<T, C> own = wait.slot;
            if (own == null || wait.isDone()) {
                continue; // it is about to give up
            }
            long nowNanos = pool.holdNanos();
            Slot<T, C> free = entries.take(own.sharedState, own.terms, effects);
            if (free != null) {
                all.remove();
                orphan(own);
                holdTimes.taken(free, nowNanos);
                wait.granted = free;
                effects.end(wait);
            }
        }
    }

    /** Removes the waiting caller from a dial, which becomes an orphan. */
    boolean abandon(DialWait<T, C> wait) {
        boolean waited = waits.remove(wait);
        if (waited && wait.slot != null) {
            orphan(wait.slot);
        }
        return waited;
    }

    /** Leaves a dial that is under way to others; false if none is. */
    boolean leave(Slot<T, C> slot) {
        if (slot.dial == null || !slot.dial.isUnderWay()) {
            return false;
        }
        if (slot.dial.wait != null) {
            waits.remove(slot.dial.wait);
        }
        orphan(slot);
        return true;
    }

    private void orphan(Slot<T, C> slot) {
        Dial<T, C> dial = slot.dial;
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
    Slot<T, C> adopt(@Nullable Object state) {
        if (orphans == 0) {
            return null; // the usual case, without an iterator
        }
        for (Slot<T, C> slot : open) {
            if (claim(slot.dial)) {
                slot.sharedState = state;
                return slot;
            }
        }
        return null;
    }

    /** Tells whether a dial is still an orphan, and ends it then. */
    boolean cut(Slot<T, C> slot) {
        boolean unwanted = claim(slot.dial);
        if (unwanted) {
            close(slot);
        }
        return unwanted;
    }

    /** Notes that a dial has ended or never began. */
    void close(Slot<T, C> slot) {
        if (slot.dial != null && slot.dial.failure == null) {
            open.remove(slot);
        }
        slot.dial = null;
    }

    /** Ends a dial that succeeded and tells the caller that waits for it. Returns whether it was an orphan. */
    boolean succeeded(Slot<T, C> slot, Effects<T, C> effects) {
        Dial<T, C> dial = slot.dial;
        if (dial == null) {
            return false;
        }
        long nowNanos = pool.nanoTime();
        history.dialed(nowNanos - dial.sinceNanos, nowNanos);
        slot.established = true;
        close(slot);
        if (claim(dial)) {
            return true;
        }
        slot.leasedNanos = nowNanos;
        if (dial.wait != null && waits.remove(dial.wait)) {
            dial.wait.granted = slot;
            effects.end(dial.wait);
        }
        return false;
    }

    /**
     * Ends a dial that failed and tells the caller that waits for it, now or when it asks. Returns whether it was an orphan.
     */
    boolean failed(Slot<T, C> slot, Throwable failure, boolean teaches, Effects<T, C> effects) {
        if (teaches) {
            history.dialFailed(failure);
        }
        Dial<T, C> dial = slot.dial;
        close(slot);
        if (claim(dial)) {
            return true;
        }
        if (dial != null && dial.wait != null && waits.remove(dial.wait)) {
            dial.wait.failure = failure;
            effects.end(dial.wait);
        } else if (dial != null && dial.begun) {
            dial.failure = failure;
            slot.dial = dial;
        }
        return false;
    }

    /** Ends the wait of all callers. */
    void endAll(Effects<T, C> effects) {
        waits.forEach(effects::end);
        waits.clear();
        orphans = 0;
        open.clear();
    }
}
