package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntSupplier;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Decides whom the entries of a segment serve: a caller that comes, those in the queue, or
 * another route that lacks a place. Guarded by the segment's gate.
 */
final class Service<T, C extends ModalCloseable> {

    private final Segment<T, C> segment;
    private final Total<T, C> total;
    private final Entries<T, C> entries;
    private final WaiterQueue<T, C> waiters;
    private final Dials<T, C> dials;

    Service(Segment<T, C> segment) {
        this.segment = segment;
        this.total = segment.pool.total;
        this.entries = segment.entries;
        this.waiters = segment.waiters;
        this.dials = segment.dials;
    }

    /**
     * How many exchanges are under way. One lasts from the grant of an entry, which may have to be dialed first, until the
     * entry comes back. A dial without a caller is none.
     */
    int inFlight() {
        return entries.uses() - dials.ofRoute() + waiters.admitted();
    }

    /** How many callers have neither an entry nor a dial under way for them. */
    int pending() {
        return Math.max(waiters.pending, waiters.size() - dials.covered());
    }

    private boolean isFullOfExchanges() {
        return inFlight() >= segment.maxInFlight();
    }

    /** Closes idle entries above a limit that was lowered, and serves callers under one that was raised. */
    void applyLimits(Effects<T, C> effects) {
        entries.shrinkTo(segment.maxEntries(), segment.maxIdle(), CloseCause.RECONFIGURED, effects);
        serve(effects);
    }

    /** Tells whether no entry can be added, whatever happens on other routes. */
    boolean isFull() {
        return entries.allocated() >= Math.min(segment.maxEntries(), total.max());
    }

    /** The time after which a waiting caller should ask again, read without the gate; zero for never. */
    long askAfterNanos() {
        return dials.askAfterNanos(entries.inFlight >= segment.maxInFlight() || isFull());
    }

    // If not, its callers do not need a place yet, for which an idle entry would have to close.
    private boolean admits() {
        boolean isAdmitted = !isFullOfExchanges();
        if (!isAdmitted && segment.isStarving) {
            total.unqueue(segment);
        }
        return isAdmitted;
    }

    /** Serves a caller, which is no waiter yet if it has just arrived; null if it has to wait. */
    @Nullable
    Entry<T, C> grant(@Nullable Object state, LeaseTerms terms, @Nullable Waiter<T, C> waiter, Effects<T, C> effects) {
        boolean isAdmitted = waiter != null && waiter.isCovered();
        if (!isAdmitted && !admits()) {
            return null;
        }
        Entry<T, C> entry = dials.take(state, terms);
        return entry == null && segment.isDialedByCallers() && dials.mayBegin(terms, waiter)
                ? fresh(state, effects)
                : entry;
    }

    // One to dial.
    private @Nullable Entry<T, C> fresh(@Nullable Object state, Effects<T, C> effects) {
        if (!takePlace(effects)) {
            return null;
        }
        Entry<T, C> entry = entries.add(state);
        dials.begin(entry);
        return entry;
    }

    // Takes a place for a new entry, or queues for one. If the route is full of idle entries that a caller cannot use,
    // the oldest of them makes room.
    private boolean takePlace(Effects<T, C> effects) {
        int limit = segment.maxEntries();
        if (entries.isShut()) {
            return false;
        }
        entries.dropUsableDownTo(limit - 1, effects);
        if (entries.allocated() >= limit) {
            return false;
        }
        if ((!total.isExceeded() && effects.takePlace()) || total.take()) {
            return true;
        }
        starve(effects);
        return false;
    }

    private void starve(Effects<T, C> effects) {
        total.queue(segment, entries.allocated());
        effects.contend();
    }

    /** Adds an entry to dial that no caller has asked for, if that takes nothing from any; null if not. */
    @Nullable
    Entry<T, C> spare() {
        boolean hasRoom = waiters.size() == 0 && entries.allocated() < segment.maxEntries() && !entries.isShut();
        if (!hasRoom || !dials.mayBeginSpare() || !total.take()) {
            return null;
        }
        Entry<T, C> entry = entries.add(null);
        entry.spare = true;
        dials.begin(entry);
        return entry;
    }

    /** Serves a caller at once, or lets it wait if there are not too many that do. */
    void queue(Waiter<T, C> waiter, Effects<T, C> effects) {
        if (segment.pool.isClosed()) {
            effects.end(waiter);
            return;
        }
        if (waiters.size() == 0) {
            waiter.granted = grantIfLegal(waiter, null, effects);
            if (waiter.granted != null || waiter.failure != null) {
                effects.end(waiter);
                return;
            }
        }
        dials.asked(waiter.sinceNanos());
        waiters.add(waiter);
        serve(effects); // a longer queue may be worth a dial, or one that lasts
        if (waiter.queued && !waiter.isCovered() && pending() > waiter.maxPending) {
            waiters.remove(waiter);
            waiter.failure = new RejectedExecutionException("Too many callers wait");
            effects.end(waiter);
        } else if (waiter.queued && !waiter.isCovered()) {
            dials.queued(waiter.sinceNanos());
            waiter.pends = true;
        }
    }

    /** Serves callers as long as there is something for them, and begins dials for the others. */
    void serve(Effects<T, C> effects) {
        Waiter<T, C> waiter = waiters.first();
        while (waiter != null) {
            if (serve(waiter, effects)) {
                waiter = waiters.first();
            } else {
                waiter = mayBeOvertaken(waiter, effects) ? waiters.firstBehind(waiter) : null;
            }
        }
        admit(effects);
    }

    // Callers on other terms overtake only one that may not dial yet, or for which a dial is under way: one that lacks
    // a
    // place must get the next.
    private boolean mayBeOvertaken(Waiter<T, C> waiter, Effects<T, C> effects) {
        return segment.isDialedByCallers()
                ? segment.pool.isGoverned() && !dials.mayBegin(waiter.terms, waiter)
                : dial(waiter, effects);
    }

    // Begins dials for those that need one; false if there is no place for that.
    private boolean dial(Waiter<T, C> first, Effects<T, C> effects) {
        while (needsDial()) {
            Waiter<T, C> next = waiters.admitted() > dials.covered() ? first : waiters.firstPending();
            Waiter<T, C> waiter = next == null ? first : next;
            if (!dials.mayBegin(waiter.terms, waiter)) {
                return true;
            }
            Entry<T, C> entry = fresh(null, effects);
            if (entry == null) {
                return false;
            }
            effects.dial(entry);
        }
        return true;
    }

    // Whether there are callers for whom no dial is under way and that may begin an exchange.
    private boolean needsDial() {
        long room = Math.max(0L, (long) segment.maxInFlight() - inFlight());
        return Math.min(waiters.size(), waiters.admitted() + room) > dials.covered();
    }

    // Notes for how many a dial is under way. One that carries fewer than it might have leaves the last to wait again.
    private void admit(Effects<T, C> effects) {
        for (Waiter<T, C> waiter : waiters.lastAdmitted(waiters.admitted() - dials.covered(), Long.MAX_VALUE)) {
            waiters.cover(waiter, false);
            effects.cover(waiter);
        }
        Waiter<T, C> next = waiters.firstPending();
        while (next != null && waiters.admitted() < dials.covered() && !isFullOfExchanges()) {
            waiters.cover(next, true);
            effects.cover(next);
            if (next.pends) {
                dials.queued(segment.pool.nanoTime());
            }
            next = waiters.firstPending();
        }
    }

    // Ends the wait of a caller if it can be served, or if the wait has already ended.
    private boolean serve(Waiter<T, C> waiter, Effects<T, C> effects) {
        if (!waiter.isDone()) {
            long nowNanos = segment.pool.nanoTime();
            waiter.late = waiter.isLate(nowNanos);
            waiter.granted = waiter.late ? null : grantIfLegal(waiter, waiter, effects);
            if (!waiter.late && waiter.granted == null && waiter.failure == null) {
                return false;
            }
            if (!waiter.isCovered()) {
                dials.queued(nowNanos);
            }
            effects.end(waiter);
        }
        waiters.remove(waiter);
        return true;
    }

    // A state that cannot be compared is the mistake of that caller alone. It must neither fail nor block the others.
    private @Nullable Entry<T, C> grantIfLegal(
            Waiter<T, C> waiter, @Nullable Waiter<T, C> queued, Effects<T, C> effects) {
        try {
            return grant(waiter.state, waiter.terms, queued, effects);
        } catch (RuntimeException | Error e) {
            waiter.failure = e;
            return null;
        }
    }

    /** Serves the callers of a route with a connection that is established; its own caller keeps it. */
    void dialed(Entry<T, C> entry, IntSupplier capacity, Effects<T, C> effects) {
        if (!entry.present || !entry.dialing) {
            return;
        }
        dials.succeeded(entry);
        entries.capacity(entry, capacity.getAsInt());
        if (!segment.isDialedByCallers()) {
            entries.giveBack(entry);
            freePlace(entry, entry.isSound(), CloseCause.RECONFIGURED, effects);
        }
        serve(effects);
        entries.shrinkTo(Integer.MAX_VALUE, segment.maxIdle(), CloseCause.SURPLUS_IDLE, effects);
    }

    /**
     * Fails callers that came before a dial that failed, if no other is under way for them: the last first, as it had begun
     * for these. Further dials may begin for the rest.
     */
    void dialFailed(Entry<T, C> entry, Throwable failure, boolean teaches, Effects<T, C> effects) {
        if (!entry.present || !entry.dialing) {
            return;
        }
        dials.failed(entry, teaches);
        if (segment.isDialedByCallers()) {
            serve(effects);
            return;
        }
        int uncovered = waiters.admitted() - dials.covered();
        for (Waiter<T, C> waiter : waiters.lastAdmitted(uncovered, entry.dialedFor)) {
            waiters.remove(waiter);
            waiter.failure = failure;
            effects.end(waiter);
        }
        free(entry, false, effects);
    }

    /**
     * Removes a caller that gave up. A dial that no caller needs any longer ends, as it might hold its place until its time is
     * over; one that a connection made needless by becoming free goes on, for the next caller.
     */
    void forget(Waiter<T, C> waiter, Effects<T, C> effects) {
        waiters.remove(waiter);
        if (!waiter.isEnding) {
            waiter.isEnding = true;
            Entry<T, C> needless = dials.needless();
            if (needless != null) {
                dials.failed(needless, false);
                entries.giveBack(needless);
                entries.drop(needless, CloseCause.CANCELLED, effects);
            }
        }
        serve(effects);
    }

    /** Takes an entry back from its caller, who held it or had no use for it. */
    void release(Entry<T, C> entry, boolean reusable, boolean held, Effects<T, C> effects) {
        entry.established |= held && reusable;
        dials.returned(entry, held, reusable);
        free(entry, reusable, effects);
    }

    /** Takes in those that came while the gate was closed. */
    void takeIn(Inbox<T, C> inbox, Effects<T, C> effects) {
        for (Inbox.Item<T, C> item = inbox.take(); item != null; item = inbox.take()) {
            Waiter<T, C> waiter = item.waiter;
            Entry<T, C> entry = item.entry;
            if (waiter != null && !segment.gone && !waiter.isDone()) {
                queue(waiter, effects);
            } else if (entry != null && entry.present) { // else the pool was closed
                release(entry, true, true, effects);
            }
        }
    }

    // Ends one use of an entry.
    private void free(Entry<T, C> entry, boolean reusable, Effects<T, C> effects) {
        entries.giveBack(entry);
        boolean mayStay = reusable && entry.isSound();
        CloseCause cause =
                !reusable ? CloseCause.ERROR : hasRoom() ? CloseCause.EVICTED_FOR_ROUTE : CloseCause.RECONFIGURED;
        if (entry.uses > 0) {
            if (!mayStay || mustShrink()) {
                entries.retire(entry, effects);
            }
            serve(effects);
        } else if (mustPassOn()) {
            serve(effects); // another entry may have room, and one exchange less is under way
            entries.drop(entry, cause, effects);
            starve(effects);
        } else {
            freePlace(entry, mayStay, cause, effects);
            serve(effects);
            entries.shrinkTo(Integer.MAX_VALUE, segment.maxIdle(), CloseCause.SURPLUS_IDLE, effects);
        }
    }

    private void freePlace(Entry<T, C> entry, boolean mayStay, CloseCause cause, Effects<T, C> effects) {
        if (mayStay && hasRoom() && entry.established) { // a new one may begin with a connection
            entries.park(entry);
            offer(effects);
        } else {
            entries.drop(entry, cause, effects);
        }
    }

    private boolean hasRoom() {
        return entries.allocated() <= segment.maxEntries() && !total.isExceeded();
    }

    // Whether the place of an entry that came back goes to another segment, though callers wait here.
    private boolean mustPassOn() {
        return waiters.size() > 0
                && total.hasStarving()
                && hasRoom()
                && total.prefersAnother(segment, entries.allocated());
    }

    // Whether an entry in use must leave when it can, because a limit was lowered, or because another segment queues
    // for a place and none is on its way.
    private boolean mustShrink() {
        int share = entries.staying();
        return share > segment.maxEntries()
                || total.isExceededByStaying()
                || (total.hasStarvingInVain() && total.prefersAnother(segment, share));
    }

    // A caller elsewhere that waits for a place can take over that of an entry that became idle.
    private void offer(Effects<T, C> effects) {
        // Seldom: the thread that takes it off the list looks at it afterwards, holding its gate.
        if (!segment.isListed) {
            total.list(segment);
        }
        if (total.hasSurplusIdle()) {
            effects.surplus();
        }
        if (total.isWanted()) {
            effects.contend();
        }
    }

    /** Gives up the oldest idle entry after the segment was taken off the list; false if there is none. */
    boolean yieldOldest(boolean isSurplus, Effects<T, C> effects) {
        CloseCause cause = isSurplus
                ? CloseCause.SURPLUS_IDLE
                : total.isExceeded() ? CloseCause.RECONFIGURED : CloseCause.EVICTED_FOR_ROUTE;
        boolean mayYield = !isSurplus || entries.idle() > segment.minIdle();
        boolean yielded = mayYield && entries.dropOldest(cause, effects);
        if (entries.idle() > 0 && !segment.isListed) {
            total.list(segment);
        }
        // Callers that wait next to an idle entry wait for its peer to admit more; from here on they need a place.
        // Those that wait for an exchange to end need it later.
        if (yielded && needsDial() && entries.allocated() < segment.maxEntries()) {
            starve(effects);
        }
        return yielded;
    }
}
