package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * One route of the pool: decides whom its entries serve, a caller that comes, those in the queue, or another route that lacks
 * a place. Each step is taken while it holds the gate; {@link Effects} collects what to do for others afterwards.
 *
 * <p>A thread that finds the gate closed does not wait for it, neither to lease an entry nor to give one back: it leaves the
 * caller or the entry in the {@link Inbox}. Nothing stays in there: a thread that puts something in looks at the gate
 * afterwards, and one that leaves the gate looks at the inbox afterwards. One of the two sees the other. Threads that
 * parked here would be let in one by one, each when it gets a processor, while the others pass them by.
 */
public abstract class Segment {

    /**
     * A route at one moment. What is in it is in one of three states: leased + idle + dialing count toward the limits.
     *
     * @param leased uses of connections by callers
     * @param idle connections without a caller
     * @param dialing connections being established, or about to be
     * @param pending callers that have neither a connection nor a dial under way
     * @param inFlight exchanges under way: callers that have a connection, or wait for the dial of one
     * @param ready callers that could be served at once without a dial; unbounded if a shared connection has room
     */
    public record Stats(int leased, int idle, int dialing, int pending, int inFlight, int ready) {}

    /**
     * The limits of a route.
     *
     * @param maxEntries how many entries there may be; with zero no caller is served
     * @param maxIdle how many entries may be idle
     * @param minIdle how many idle entries stay in spite of the limit over all routes
     * @param maxInFlight how many exchanges may be under way
     * @param maxDialing how many dials may be under way, which are governed: one for a caller begins only if it is
     *     likely to be faster than to wait for a connection
     */
    public record Limits(int maxEntries, int maxIdle, int minIdle, int maxInFlight, int maxDialing) {}

    final SegmentedPool<?> pool;
    final Object key;

    final Gate gate = new Gate();
    private final Inbox inbox = new Inbox();
    // All guarded by the gate.
    final WaiterQueue waiters;
    final Entries entries;
    // Set once it has left the pool: then it has no entries, and gets none. Written behind the gate.
    private volatile boolean gone;
    // What it was after the last step; read also without the gate.
    private volatile int inFlight;

    /** Its places in the queues of {@link SegmentedPool}; changed under the gate of that, read while holding the gate of this. */
    volatile boolean isStarving;

    volatile boolean isListed;
    /** How many places it had when it last asked for one. */
    int share;

    /**
     * Makes the segment of a route, which is empty.
     *
     * @param pool the pool
     * @param key the route
     */
    protected Segment(SegmentedPool<?> pool, Object key) {
        this.pool = pool;
        this.key = key;
        this.waiters = new WaiterQueue(pool);
        this.entries = new Entries(this);
    }

    // What subclasses know of the route is asked for while the gate is held, so each response must be quick, must not
    // fail and must not call the pool.

    /**
     * Returns the limits of the route. After a change of them, call {@link #applyLimits}.
     *
     * @return the limits
     */
    protected abstract Limits limits();

    /**
     * Returns how many callers a new connection is expected to carry at once: so many wait for one dial.
     *
     * @return the number; zero if it must first show that it admits any, so that no other is added meanwhile
     */
    protected int newCapacity() {
        return 1;
    }

    /**
     * Returns on which terms a caller waits for whom a dial is, or was, under way.
     *
     * @param asked its own terms
     * @return the terms, no less strict
     */
    protected LeaseTerms whileDialing(LeaseTerms asked) {
        return asked;
    }

    /**
     * Makes a connection that is not dialed yet.
     *
     * @return the connection
     */
    protected abstract Entry newEntry();

    /**
     * Begins to dial the connection of an entry for the route, and returns at once; {@link Entry#dialed} or
     * {@link Entry#dialFailed} ends that. Called without the gate.
     *
     * @param entry the entry, without a connection
     * @throws IOException if the dial cannot begin
     */
    protected abstract void dial(Entry entry) throws IOException;

    /**
     * Serves a caller at once if an entry is there and no caller waits, or else lets it wait. A caller whose time is over is
     * not served any longer, and must give up by itself.
     *
     * @param state the state that an entry may have, beside none; null for entries without a state only
     * @param terms which ones the caller accepts
     * @param limitNanos for how long it waits; half of it is the time after which it may dial out of turn; zero for no limit
     * @param maxPending how many may wait; one more fails with a {@link java.util.concurrent.RejectedExecutionException}
     * @param caller hears about the progress of the wait
     * @return an {@link Entry} or a {@link Waiter}; null if the route was forgotten
     * @throws IllegalStateException if the pool is closed
     */
    public @Nullable Object lease(
            @Nullable Object state, LeaseTerms terms, long limitNanos, int maxPending, Waiter.Caller caller) {
        if (pool.isClosed()) {
            throw new IllegalStateException("Connection pool shut down");
        }
        Effects effects = pool.effects(); // first: a failure behind the gate must not leave it closed
        if (gate.enterSoon()) {
            try (Effects step = effects.within(this)) {
                takeIn(step); // first: one of these may be of use
                Entry free = gone || waiters.size() > 0 ? null : grant(state, terms, false);
                if (free != null) {
                    return free;
                }
            }
        }
        Waiter waiter = new Waiter(this, state, terms, limitNanos, maxPending, caller);
        boolean isKnown = false;
        try {
            leaveToOthers(waiter, effects);
            isKnown = !gone;
        } finally {
            // If no caller knows of it, an entry that serves it would be lost.
            isKnown = isKnown || !waiter.cancel();
        }
        return isKnown ? waiter : null;
    }

    /**
     * Dials a connection that no caller has asked for, if that takes nothing from any, and a dial may begin.
     *
     * @return the connection; null if none can be dialed now
     */
    public @Nullable Entry openSpare() {
        try (Effects step = step()) {
            boolean hasRoom = waiters.size() == 0 && entries.allocated < limits().maxEntries() && !entries.isShut();
            return gone || !hasRoom || !entries.mayBeginSpare() || !pool.take() ? null : entries.dial(true, step);
        }
    }

    /** Takes an entry back, whether or not its caller kept it, and serves the waiting callers. */
    void release(Entry entry, boolean reusable, boolean held) {
        Effects effects = pool.effects(); // as above
        boolean isIn = gate.tryEnter();
        if (!isIn && reusable && held && entry.isPlain()) {
            leaveToOthers(entry, effects);
            return;
        }
        try (Effects step = isIn ? effects.within(this) : effects.enter(this)) {
            if (entry.present && entry.uses > 0) {
                free(entry, reusable, held, step);
            } else if (!pool.isClosed()) {
                throw new IllegalStateException("The entry is not leased");
            }
        }
    }

    // Puts a caller or an entry where the thread that leaves the gate finds it; unless there is none, this one takes it
    // in.
    private void leaveToOthers(Object callerOrEntry, Effects effects) {
        try {
            inbox.add(callerOrEntry);
            takeInUnlessClosed(effects);
        } finally {
            effects.settle();
        }
    }

    // Those that came while the gate was closed.
    private void takeIn(Effects effects) {
        for (Object next = inbox.take(); next != null; next = inbox.take()) {
            if (next instanceof Waiter waiter && !gone && !waiter.isDone()) {
                queue(waiter, effects);
            } else if (next instanceof Entry entry && entry.present) { // else the pool was closed
                free(entry, true, true, effects);
            }
        }
    }

    /** Ends one use of an entry, perhaps of a caller that held it. */
    void free(Entry entry, boolean reusable, boolean held, Effects effects) {
        if (held) {
            entries.released(entry, reusable);
        }
        entries.giveBack(entry);
        boolean mayStay = reusable && entry.isSound();
        CloseCause cause = !reusable
                ? CloseCause.ERROR
                : entries.hasRoom() ? CloseCause.EVICTED_FOR_ROUTE : CloseCause.RECONFIGURED;
        if (entry.uses > 0) {
            if (!mayStay || entries.mustShrink()) {
                entries.retire(entry, effects);
            }
            serve(effects);
        } else if (waiters.size() > 0 && entries.mustPassOn()) {
            serve(effects); // another entry may have room, and one exchange less is under way
            entries.drop(entry, cause, effects);
            entries.starve(effects);
        } else {
            settle(entry, mayStay, cause, effects);
        }
    }

    private void settle(Entry entry, boolean mayStay, CloseCause cause, Effects effects) {
        entries.settle(entry, mayStay, cause, effects);
        serve(effects);
        entries.shrinkTo(Integer.MAX_VALUE, limits().maxIdle(), CloseCause.SURPLUS_IDLE, effects);
    }

    /**
     * Gives up the oldest idle entry, after it was taken off the list: there are too many, or another segment needs its place.
     * False if there is none.
     */
    boolean yieldOldest(boolean isSurplus, Effects effects) {
        CloseCause cause = isSurplus
                ? CloseCause.SURPLUS_IDLE
                : pool.excess() > 0 ? CloseCause.RECONFIGURED : CloseCause.EVICTED_FOR_ROUTE;
        try (Effects step = effects.enter(this)) {
            int before = entries.idle();
            if (before > (isSurplus ? limits().minIdle() : 0)) {
                entries.shrinkTo(Integer.MAX_VALUE, before - 1, cause, step);
            }
            boolean yielded = entries.idle() < before;
            if (entries.idle() > 0) {
                entries.list();
            }
            // Callers that wait next to an idle entry wait for its peer to admit more; from here on they need a place.
            // Those that wait for an exchange to end need it later.
            if (yielded && needsDial() && entries.allocated < limits().maxEntries()) {
                entries.starve(step);
            }
            return yielded;
        }
    }

    /** Takes over the limits of the route, and serves its callers if there is room for them. */
    public void applyLimits() {
        try (Effects step = step()) {
            entries.shrinkTo(limits().maxEntries(), limits().maxIdle(), CloseCause.RECONFIGURED, step);
            serve(step);
        }
    }

    /**
     * Closes idle entries.
     *
     * @param causes tells why one must go, null for none; asked in the order in which they became idle, without the gate, so
     *     it may take its time: one that a caller leases meanwhile stays
     */
    public void sweep(Function<Entry, @Nullable CloseCause> causes) {
        Map<Entry, CloseCause> going = new LinkedHashMap<>();
        for (Entry idle : look(entries::idleOnes)) {
            CloseCause cause = causes.apply(idle);
            if (cause != null) {
                going.put(idle, cause);
            }
        }
        if (!going.isEmpty()) {
            try (Effects step = step()) {
                going.forEach((entry, cause) -> {
                    if (entry.present && entry.uses == 0) {
                        entries.drop(entry, cause, step);
                    }
                });
                serve(step);
            }
        }
    }

    /** Closes all connections, leased ones too, and cancels the waiting callers. */
    void shutDown(CloseMode mode) {
        try (Effects step = new Effects(pool, mode).enter(this)) {
            waiters.endAll(step);
            entries.dropAll(step);
        }
    }

    /**
     * Leaves the pool, if there is neither an entry nor a caller: who asks it from then on learns that it was forgotten, and
     * finds another segment of the route.
     *
     * @param condition what else must be true; asked while no caller can come
     * @return whether it has left
     */
    public boolean leaveIfEmpty(BooleanSupplier condition) {
        return look(() -> {
            if (gone || isUsed() || !condition.getAsBoolean()) {
                return false;
            }
            gone = true; // first: a caller in the inbox is seen here, or sees this
            gone = inbox.isEmpty();
            if (gone) {
                pool.forget(this);
            }
            return gone;
        });
    }

    /**
     * Tells whether there are entries, or callers that wait for one.
     *
     * @return false if neither
     */
    public boolean isUsed() {
        return entries.allocated > 0 || waiters.pending > 0 || inFlight > 0;
    }

    /**
     * Returns the figures of the route.
     *
     * @return its figures, all of one moment
     */
    public Stats stats() {
        return look(() -> {
            int leased = entries.uses - entries.dialing;
            return new Stats(leased, entries.idle(), entries.dialing, countPending(), countInFlight(), entries.ready());
        });
    }

    /**
     * Returns how many exchanges are under way: each from the grant of an entry, which may have to be dialed first, until the
     * entry comes back.
     *
     * @return the number after the last step, read without the gate
     */
    public int inFlight() {
        return inFlight;
    }

    /**
     * Returns how many connections count towards the limits: leased (each once), idle, being established.
     *
     * @return the number, read without the gate
     */
    public int allocated() {
        return entries.allocated;
    }

    /**
     * Returns the connections of all entries, established or not.
     *
     * @return a copy
     */
    public List<Entry> connections() {
        return look(() -> List.copyOf(entries.all));
    }

    /**
     * Returns how many connections were idle all the time since the last call: the route has not needed these.
     *
     * @return the number
     */
    public int idleThroughout() {
        return look(entries::idleThroughout);
    }

    /** The time after which a waiting caller should ask again, read without the gate. */
    long askAfterNanos() {
        return entries.askAfterNanos(inFlight >= limits().maxInFlight() || entries.isFull());
    }

    // If not, its callers do not need a place yet, for which an idle entry would have to close.
    private boolean admits() {
        boolean isAdmitted = countInFlight() < limits().maxInFlight();
        if (!isAdmitted && isStarving) {
            pool.unqueue(this);
        }
        return isAdmitted;
    }

    /** Serves a caller, for which a dial may be under way; null if it has to wait. */
    private @Nullable Entry grant(@Nullable Object state, LeaseTerms terms, boolean isCovered) {
        return isCovered || admits() ? entries.take(state, terms) : null;
    }

    /** Serves a caller at once, or lets it wait if there are not too many that do. */
    private void queue(Waiter waiter, Effects effects) {
        Object how = pool.isClosed() ? Waiter.CANCELED : waiters.size() == 0 ? end(waiter) : null;
        if (how != null) {
            effects.end(waiter, how);
            return;
        }
        entries.asked(waiter.sinceNanos());
        waiters.add(waiter);
        serve(effects); // a longer queue may be worth a dial, or one that lasts
        if (waiter.queued && !waiter.isCovered() && countPending() > waiter.maxPending) {
            waiters.remove(waiter);
            effects.end(waiter, new RejectedExecutionException("Too many callers wait"));
        } else if (waiter.queued && !waiter.isCovered()) {
            entries.queued(waiter.sinceNanos());
            waiter.pends = true;
        }
    }

    /** Serves callers as long as there is something for them, and begins dials for the others. */
    void serve(Effects effects) {
        if (waiters.size() == 0) {
            return; // mostly
        }
        Waiter waiter = waiters.first();
        while (waiter != null) {
            if (serve(waiter, effects)) {
                waiter = waiters.first();
            } else {
                waiter = dial(waiter, effects) ? waiters.firstBehind(waiter) : null;
            }
        }
        admit(effects);
    }

    // Begins dials for those that need one; false if there is no place for that, which then must get the next: callers
    // on other terms overtake only one that may not dial yet, or for which a dial is under way.
    private boolean dial(Waiter first, Effects effects) {
        while (needsDial()) {
            Waiter next = waiters.admitted() > entries.covered() ? first : waiters.firstPending();
            Waiter waiter = next == null ? first : next;
            if (!entries.mayBegin(waiter)) {
                return true;
            }
            if (!entries.takePlace(effects)) {
                return false;
            }
            entries.dial(false, effects);
            admit(effects); // now: one behind it must not begin an exchange in its place
        }
        return true;
    }

    // Whether there are callers for whom no dial is under way and that may begin an exchange.
    private boolean needsDial() {
        long room = Math.max(0L, (long) limits().maxInFlight() - countInFlight());
        return Math.min(waiters.size(), waiters.admitted() + room) > entries.covered();
    }

    // Notes for how many a dial is under way. One that carries fewer than it might have leaves the last to wait again.
    private void admit(Effects effects) {
        Waiter last = waiters.lastAdmitted(Long.MAX_VALUE);
        while (last != null && waiters.admitted() > entries.covered()) {
            waiters.cover(last, false);
            effects.cover(last);
            last = waiters.lastAdmitted(Long.MAX_VALUE);
        }
        Waiter next = waiters.firstPending();
        while (next != null && waiters.admitted() < entries.covered() && countInFlight() < limits().maxInFlight()) {
            waiters.cover(next, true);
            effects.cover(next);
            if (next.pends) {
                entries.queued(pool.nanoTime());
            }
            next = waiters.firstPending();
        }
    }

    // Ends the wait of a caller if it can be served, or if the wait has already ended.
    private boolean serve(Waiter waiter, Effects effects) {
        if (!waiter.isDone()) {
            long nowNanos = pool.nanoTime();
            Object how = waiter.isLate(nowNanos) ? Waiter.LATE : end(waiter);
            if (how == null) {
                return false;
            }
            if (!waiter.isCovered()) {
                entries.queued(nowNanos);
            }
            effects.end(waiter, how);
        }
        waiters.remove(waiter);
        return true;
    }

    // Returns an entry, or a failure: a state that cannot be compared is the mistake of that caller alone, and must not
    // hold up the others. Null if it has to wait.
    private @Nullable Object end(Waiter waiter) {
        try {
            LeaseTerms terms = waiter.isAdmitted() ? whileDialing(waiter.terms) : waiter.terms;
            return grant(waiter.state, terms, waiter.isCovered());
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** Serves the callers of a route with a connection that is established. */
    void dialed(Entry entry, IntSupplier capacity, Effects effects) {
        entries.dialed(entry);
        entries.resize(entry, capacity.getAsInt());
        entries.giveBack(entry);
        settle(entry, entry.isSound(), CloseCause.RECONFIGURED, effects);
    }

    /**
     * Fails callers that came before a dial that failed, if no other is under way for them: the last first, as it had begun
     * for these. Further dials may begin for the rest.
     */
    void dialFailed(Entry entry, Throwable failure, boolean teaches, Effects effects) {
        if (!entry.present || !entry.dialing) {
            return;
        }
        entries.dialFailed(entry, teaches);
        Waiter last = waiters.lastAdmitted(entry.dialedFor);
        while (last != null && waiters.admitted() > entries.covered()) {
            waiters.remove(last);
            effects.end(last, failure);
            last = waiters.lastAdmitted(entry.dialedFor);
        }
        free(entry, false, false, effects);
    }

    /**
     * Removes a caller that gave up. A dial that no caller needs any longer ends, as it might hold its place until its time is
     * over; one that a connection made needless by becoming free goes on, for the next caller.
     */
    void forget(Waiter waiter) {
        try (Effects step = step()) {
            waiters.remove(waiter);
            if (waiter.decided == null) {
                waiter.decided = Waiter.CANCELED;
                Entry needless = entries.needless();
                if (needless != null) {
                    entries.dialFailed(needless, false);
                    entries.giveBack(needless);
                    entries.drop(needless, CloseCause.CANCELLED, step);
                }
            }
            serve(step);
        }
    }

    /** Begins a step behind the gate; what follows from it is done when the effects are closed. */
    Effects step() {
        return pool.effects().enter(this);
    }

    private <R> R look(Supplier<R> what) {
        Effects step = step();
        try {
            return what.get();
        } finally {
            step.close();
        }
    }

    void leave(Effects effects) {
        try {
            tidy();
        } finally {
            gate.leave();
        }
        takeInUnlessClosed(effects);
    }

    private void takeInUnlessClosed(Effects effects) {
        while (!inbox.isEmpty() && gate.tryEnter()) {
            try {
                takeIn(effects);
                tidy();
            } finally {
                gate.leave();
            }
        }
    }

    private void tidy() {
        int nowInFlight = countInFlight();
        if (inFlight != nowInFlight) {
            inFlight = nowInFlight;
        }
        if (isStarving && waiters.size() == 0) {
            pool.unqueue(this);
        }
    }

    // One exchange lasts from the grant of an entry, which may have to be dialed first, until the entry comes back. A
    // dial without a caller is none.
    private int countInFlight() {
        return entries.uses - entries.dialing + waiters.admitted();
    }

    // Those that have neither an entry nor a dial under way for them.
    private int countPending() {
        return Math.max(waiters.pending, waiters.size() - entries.covered());
    }
}
