package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Decides whom the entries of a segment serve: a caller that comes, those that wait for their dials, those in the queue, or
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
        return entries.uses() - dials.orphans();
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
        if (!admits()) {
            return null;
        }
        Entry<T, C> entry = dials.take(state, terms);
        if (entry == null) {
            entry = dials.adopt(state);
        }
        if (entry == null && dials.mayBegin(terms, waiter)) {
            entry = fresh(state, effects);
        }
        if (entry != null) {
            entry.terms = terms;
        }
        return entry;
    }

    // The permission to dial.
    private @Nullable Entry<T, C> fresh(@Nullable Object state, Effects<T, C> effects) {
        if (!takePlace(effects)) {
            return null;
        }
        Entry<T, C> entry;
        boolean isMade = false;
        try {
            entry = entries.add(null, state);
            isMade = true;
        } finally {
            if (!isMade) {
                effects.addPlace();
            }
        }
        dials.permit(entry);
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

    /** Adds an entry that no caller has asked for, if that takes nothing from any; null if not. */
    @Nullable
    Entry<T, C> spare(@Nullable C connection) {
        boolean hasRoom = waiters.size == 0
                && entries.allocated() < segment.maxEntries()
                && !entries.isShut()
                && (connection != null || admits()); // without one, its caller is one more
        if (!hasRoom || !dials.mayBeginSpare() || !total.take()) {
            return null;
        }
        Entry<T, C> entry;
        boolean isMade = false;
        try {
            entry = entries.add(connection, null);
            isMade = true;
        } finally {
            if (!isMade) {
                total.give(1);
            }
        }
        if (connection != null) {
            dials.beginSpare(entry);
        } else {
            dials.permit(entry);
        }
        return entry;
    }

    /** Serves a caller at once, or lets it wait if there are not too many that do. */
    void queue(Waiter<T, C> waiter, int maxPending, Effects<T, C> effects) {
        if (waiters.size == 0) {
            waiter.granted = grant(waiter.state, waiter.terms, null, effects);
            if (waiter.granted != null) {
                effects.end(waiter);
                return;
            }
        }
        dials.queued(waiter.sinceNanos);
        waiter.askAfterNanos = dials.askAfterNanos(isFullOfExchanges() || isFull());
        waiters.add(waiter);
        if (segment.pool.isGoverned()) {
            serve(effects); // a longer queue may be worth a dial, or one that lasts
        }
        if (waiter.queued && waiters.size > maxPending) {
            waiters.remove(waiter);
            waiter.failure = new RejectedExecutionException("Too many callers wait");
            effects.end(waiter);
        }
    }

    /**
     * Serves callers as long as there is something for them: first those that wait for dials, which came earlier, then the
     * queue.
     */
    void serve(Effects<T, C> effects) {
        dials.serve(effects);
        Waiter<T, C> waiter = waiters.first();
        while (waiter != null) {
            if (serve(waiter, effects)) {
                waiter = waiters.first();
            } else {
                waiter = dials.mayBeOvertaken(waiter) ? waiters.firstBehind(waiter) : null;
            }
        }
    }

    // Ends the wait of a caller if it can be served, or if the wait has already ended.
    private boolean serve(Waiter<T, C> waiter, Effects<T, C> effects) {
        if (!waiter.isDone()) {
            long nowNanos = segment.pool.nanoTime();
            waiter.late = waiter.isLate(nowNanos);
            waiter.granted = waiter.late ? null : grantIfLegal(waiter, effects);
            if (!waiter.late && waiter.granted == null && waiter.failure == null) {
                return false;
            }
            dials.served(nowNanos);
            effects.end(waiter);
        }
        waiters.remove(waiter);
        return true;
    }

    // A state that cannot be compared is the mistake of that caller alone. It must neither fail nor block the others.
    private @Nullable Entry<T, C> grantIfLegal(Waiter<T, C> waiter, Effects<T, C> effects) {
        try {
            return grant(waiter.state, waiter.terms, waiter, effects);
        } catch (RuntimeException e) {
            waiter.failure = e;
            return null;
        }
    }

    /** Serves a caller that asks again later; out of turn if half of its time has passed. */
    void ask(Waiter<T, C> waiter, Effects<T, C> effects) {
        serve(effects);
        if (waiter.queued && dials.isDue(waiter) && admits()) {
            waiter.granted = fresh(waiter.state, effects);
            if (waiter.granted != null) {
                waiter.granted.terms = waiter.terms;
                effects.end(waiter);
                waiters.remove(waiter);
            }
        }
    }

    /** Begins a dial that its caller waits for, unless another entry serves that caller, or it gave up. */
    boolean beginDial(Waiter<T, C> wait, Effects<T, C> effects) {
        Entry<T, C> entry = wait.own();
        if (!entry.present) {
            effects.end(wait);
            return false;
        }
        if (!wait.isDone()) {
            wait.granted = dials.take(entry.sharedState, entry.terms);
            if (wait.granted == null) {
                dials.begin(entry, wait);
                return true;
            }
        }
        effects.end(wait);
        dials.close(entry);
        free(entry, false, effects);
        return false;
    }

    /** Lets a caller wait for a dial that another caller began. */
    void joinDial(Waiter<T, C> wait, Effects<T, C> effects) {
        if (!wait.own().present || !dials.join(wait)) {
            effects.end(wait);
        } else if (wait.isDone()) {
            abandonDial(wait, effects);
        }
    }

    /** Serves the caller of a dial that succeeded, or others if it has none. */
    void dialed(Entry<T, C> entry, Effects<T, C> effects) {
        if (entry.present && dials.succeeded(entry, effects)) {
            free(entry, true, effects);
        } else {
            serve(effects);
        }
    }

    /** Lets the next caller dial after a dial that failed. */
    void dialFailed(Entry<T, C> entry, Throwable failure, boolean teaches, Effects<T, C> effects) {
        if (entry.present && dials.failed(entry, failure, teaches, effects)) {
            free(entry, false, effects);
        } else {
            serve(effects);
        }
    }

    /** Takes a dial from a caller that gave up. */
    void abandonDial(Waiter<T, C> wait, Effects<T, C> effects) {
        if (dials.abandon(wait)) {
            passOn(wait.own(), effects);
        }
    }

    // Leaves a dial to the next caller. If none wants it, closes its connection.
    private void passOn(Entry<T, C> entry, Effects<T, C> effects) {
        serve(effects);
        if (dials.cut(entry)) {
            free(entry, false, effects);
        }
    }

    /** Takes an entry back from its caller, who held it or had no use for it; a dial that is under way goes on for others. */
    void release(Entry<T, C> entry, boolean reusable, boolean held, Effects<T, C> effects) {
        if (dials.leave(entry)) {
            passOn(entry, effects);
            return;
        }
        entry.established |= held && reusable;
        dials.returned(entry, held, reusable);
        free(entry, reusable, effects);
    }

    /** Takes back what callers gave back while the gate was closed. */
    void takeIn(Inbox<T, C> inbox, Effects<T, C> effects) {
        for (Entry<T, C> entry = inbox.take(); entry != null; entry = inbox.take()) {
            if (entry.present) { // else the pool was closed
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
        return waiters.size > 0
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
        if (yielded && waiters.size > 0 && !isFullOfExchanges() && entries.allocated() < segment.maxEntries()) {
            starve(effects);
        }
        return yielded;
    }
}
