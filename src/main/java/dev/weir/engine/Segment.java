package dev.weir.engine;

import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One route of the pool: its entries, leased and idle, and the callers that wait for one. Each method takes one step while
 * it holds the gate; {@link Acquisition}, {@link Releases} and {@link Dialing} decide what happens, and {@link Effects}
 * collects what to do for others afterwards. An empty segment leaves the pool and is never used again.
 *
 * <p>A thread that finds the gate closed need not wait to give back an entry that others may use, or to lease one that was
 * just given back: such entries go through the {@link Inbox}. Nothing stays in there: a thread that puts an entry in looks
 * at the gate afterwards, and one that leaves the gate looks at the inbox afterwards. One of the two sees the other.
 */
final class Segment<T, C extends ModalCloseable> implements Contender<T, C>, WaitOwner<T, C> {

    private final PoolState<T, C> pool;
    private final T route;
    // Forgets this segment when it is empty.
    private final Consumer<Segment<T, C>> leaving;
    private final Gate gate = new Gate();
    private final Inbox<T, C> inbox = new Inbox<>();

    // All guarded by the gate.
    private final Entries<T, C> entries;
    private final RouteQuota<T, C> quota;
    private final WaiterQueue<T, C> waiters;
    private final Dials<T, C> dials;
    private final Acquisition<T, C> acquisition;
    private final Releases<T, C> releases;
    private final Dialing<T, C> dialing;
    /** Set once it has left the pool: then it has no entries, and gets none. Read also without the gate. */
    volatile boolean gone;

    Segment(PoolState<T, C> pool, T route, Consumer<Segment<T, C>> leaving) {
        this.pool = pool;
        this.route = route;
        this.leaving = leaving;
        this.entries = new Entries<>(pool);
        this.waiters = new WaiterQueue<>(pool.counts);
        this.dials = new Dials<>(pool, route, pool.recall(route));
        this.quota = new RouteQuota<>(pool, route, this, entries, dials);
        this.acquisition = new Acquisition<>(pool, route, entries, quota, waiters, dials);
        this.releases = new Releases<>(entries, quota, waiters, dials, acquisition);
        this.dialing = new Dialing<>(entries, dials, acquisition, releases);
    }

    T route() {
        return route;
    }

    /** Serves a caller or lets it wait; null if this segment has left the pool. */
    @Nullable
    Future<PoolEntry<T, C>> lease(
            @Nullable Object state,
            LeaseTerms terms,
            Timeout timeout,
            @Nullable FutureCallback<PoolEntry<T, C>> callback,
            Effects<T, C> effects) {
        Granted<T, C> granted = new Granted<>(); // before anything is taken
        if (!gate.tryEnter()) {
            Slot<T, C> given = state == null ? justGivenBack(terms) : null;
            if (given != null) {
                return granted.with(given.entry);
            }
            gate.enter();
        }
        Waiter<T, C> waiter = null;
        boolean ended = false;
        try {
            if (!inbox.isEmpty()) {
                releases.takeIn(inbox, effects); // first: one of these may be of use
            }
            Slot<T, C> slot = gone || waiters.size > 0 ? null : acquisition.grant(state, terms, null, effects);
            if (slot == null && !gone) {
                waiter = new Waiter<>(this, state, terms, callback, timeout, pool.nanoTime());
                acquisition.queue(waiter, effects);
            }
            ended = true;
            return slot != null ? granted.with(slot.entry) : waiter;
        } finally {
            leave(effects);
            if (!ended && waiter != null) {
                waiter.cancel(true); // no caller knows of it, so an entry that serves it would be lost
            }
        }
    }

    private @Nullable Slot<T, C> justGivenBack(LeaseTerms terms) {
        return inbox.isEmpty() || quota.inFlight.isExceeded()
                ? null
                : inbox.lease(terms, slot -> terms.accepts(pool.grade(slot.entry)), pool.holdNanos());
    }

    /** Adds an entry whose connection is dialed without a caller, if that takes nothing from any caller; else null. */
    @Nullable
    PoolEntry<T, C> spare(C connection) {
        Supplier<Slot<T, C>> made = () -> newSlot(connection, null); // before its place is taken
        Consumer<Slot<T, C>> begin = dials::beginSpare;
        gate.enter();
        try {
            return takesSpare() ? add(made, begin) : null;
        } finally {
            leave();
        }
    }

    private boolean takesSpare() {
        boolean hasRoom = !gone && waiters.size == 0 && entries.allocated() < quota.limit();
        return hasRoom && dials.mayBeginSpare() && pool.total.take();
    }

    /** Adds an entry for a caller that wants a new one, if that takes nothing from any other; else null. */
    @Nullable
    PoolEntry<T, C> extra() {
        Supplier<Slot<T, C>> made = () -> newSlot(null, null);
        Consumer<Slot<T, C>> begin = dials::permit;
        Effects<T, C> effects = pool.effects();
        gate.enter();
        try {
            return quota.admits() && takesSpare() ? add(made, begin) : null;
        } finally {
            leaveAndSettle(effects);
        }
    }

    // Its place is taken already.
    private PoolEntry<T, C> add(Supplier<Slot<T, C>> made, Consumer<Slot<T, C>> begin) {
        Slot<T, C> slot = null;
        boolean isAdded = false;
        try {
            slot = made.get();
            begin.accept(slot);
            isAdded = true;
            return slot.entry;
        } finally {
            if (!isAdded) {
                withdraw(slot);
            }
        }
    }

    private Slot<T, C> newSlot(@Nullable C connection, @Nullable Object state) {
        PoolEntry<T, C> entry = pool.newEntry(route);
        if (connection != null) {
            entry.assignConnection(connection);
        }
        return entries.lease(entry, state);
    }

    private void withdraw(@Nullable Slot<T, C> slot) {
        if (slot != null) {
            dials.close(slot);
            entries.withdraw(slot);
        }
        pool.total.give(1);
    }

    /** Takes an entry back, whether or not its caller kept it, and serves the waiting callers. */
    void release(PoolEntry<T, C> entry, boolean reusable, boolean held) {
        Effects<T, C> own = pool.effects();
        Effects<T, C> used = own;
        try {
            used = release(entry, reusable, held, own);
        } finally {
            if (used == own) {
                pool.distribution.settle(own);
            }
        }
    }

    /**
     * Returns the effects with the work that is left: if this thread is telling the entry's caller, the code that does so
     * goes on with them, which avoids recursion over a row of such callers.
     */
    private Effects<T, C> release(PoolEntry<T, C> entry, boolean reusable, boolean held, Effects<T, C> given) {
        Slot<T, C> slot = entries.slot(entry);
        Effects<T, C> teller = slot == null ? null : slot.teller; // once: the thread that tells clears it
        Effects<T, C> effects = teller != null && teller.isTelling() ? teller : given;
        if (!gate.tryEnter()) {
            if (reusable && held && slot != null && inbox.offer(slot)) {
                takeInUnlessClosed(effects);
                return effects;
            }
            gate.enter();
        }
        try {
            if (slot != null && slot.uses > 0 && entries.slot(entry) == slot) {
                releases.release(slot, reusable, held, effects);
            } else if (!gone) {
                throw new IllegalStateException("Pool entry is not present in the set of leased entries");
            }
            return effects;
        } finally {
            leave(effects);
        }
    }

    @Override
    public void takeBack(PoolEntry<T, C> entry, Effects<T, C> effects) {
        release(entry, false, true, effects);
    }

    @Override
    public void putBack(PoolEntry<T, C> entry, Effects<T, C> effects) {
        gate.enter();
        try {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null) {
                releases.putBack(slot, effects);
            }
        } finally {
            leave(effects);
        }
    }

    /** Changes how many callers may use an entry at once; has no effect if the entry has left. */
    void resize(PoolEntry<T, C> entry, int capacity) {
        Effects<T, C> effects = pool.effects();
        gate.enter();
        try {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null) {
                entries.resize(slot, capacity);
                acquisition.serve(effects);
            }
        } finally {
            leaveAndSettle(effects);
        }
    }

    /** Lets no further caller use an entry; has no effect if the entry has left. */
    void retire(PoolEntry<T, C> entry) {
        Effects<T, C> effects = pool.effects();
        gate.enter();
        try {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null) {
                entries.retire(slot, effects);
                acquisition.serve(effects); // one that was idle without capacity leaves its place to callers that wait
            }
        } finally {
            leaveAndSettle(effects);
        }
    }

    @Override
    public void serve(Effects<T, C> effects) {
        gate.enter();
        try {
            acquisition.serve(effects);
        } finally {
            leave(effects);
        }
    }

    @Override
    public void forget(Waiter<T, C> waiter) {
        Effects<T, C> effects = pool.effects();
        gate.enter();
        try {
            waiters.remove(waiter);
            acquisition.serve(effects);
        } finally {
            leaveAndSettle(effects);
        }
    }

    @Override
    public void ask(Waiter<T, C> waiter) {
        pool.act(effects -> step(() -> acquisition.ask(waiter, effects), effects));
    }

    @Override
    public boolean dial(DialWait<T, C> wait, Effects<T, C> effects) {
        gate.enter();
        try {
            return dialing.begin(wait, effects);
        } finally {
            leave(effects);
        }
    }

    @Override
    public void join(DialWait<T, C> wait, Effects<T, C> effects) {
        step(() -> dialing.join(wait, effects), effects);
    }

    /** Notes that a dial succeeded. */
    void dialed(PoolEntry<T, C> entry) {
        Effects<T, C> effects = pool.effects();
        gate.enter();
        try {
            dialing.succeeded(entry, effects);
        } finally {
            leaveAndSettle(effects);
        }
    }

    /** Notes that a dial failed. */
    void dialFailed(PoolEntry<T, C> entry, Throwable failure, boolean teaches) {
        Effects<T, C> effects = pool.effects();
        gate.enter();
        try {
            dialing.failed(entry, failure, teaches, effects);
        } finally {
            leaveAndSettle(effects);
        }
    }

    @Override
    public void abandon(DialWait<T, C> wait) {
        Effects<T, C> effects = pool.effects();
        gate.enter();
        try {
            dialing.abandon(wait, effects);
        } finally {
            leaveAndSettle(effects);
        }
    }

    /** Ends the wait of callers that have waited for too long. */
    void expireWaiters(long nowNanos, Effects<T, C> effects) {
        gate.enter();
        try {
            waiters.expire(nowNanos, effects);
            acquisition.serve(effects);
        } finally {
            leave(effects);
        }
    }

    @Override
    public boolean yieldOldest(Effects<T, C> effects) {
        gate.enter();
        try {
            boolean yielded = quota.yieldOldest(effects);
            // Callers that wait next to an idle entry wait for its peer to admit more; from here on they need a place.
            // Those that wait for an exchange to end need it later.
            boolean mayUsePlace = waiters.size > 0 && !quota.inFlight.isFull();
            if (yielded && mayUsePlace && entries.allocated() < quota.limit()) {
                quota.starve(effects);
            }
            return yielded;
        } finally {
            leave(effects);
        }
    }

    private void step(Runnable step, Effects<T, C> effects) {
        gate.enter();
        try {
            step.run();
        } finally {
            leave(effects);
        }
    }

    // Where no exchange has begun or ended.
    private void leave() {
        try {
            tidy();
        } finally {
            open();
        }
    }

    private void leave(Effects<T, C> effects) {
        try {
            quota.inFlight.settle();
            tidy();
        } finally {
            gate.leave();
            if (!inbox.isEmpty()) {
                takeInUnlessClosed(effects);
            }
        }
    }

    // For callers without effects to note the consequences in.
    private void open() {
        gate.leave();
        if (!inbox.isEmpty()) {
            Effects<T, C> effects = pool.effects();
            try {
                takeInUnlessClosed(effects);
            } finally {
                pool.distribution.settle(effects);
            }
        }
    }

    private void takeInUnlessClosed(Effects<T, C> effects) {
        while (!inbox.isEmpty() && gate.tryEnter()) {
            try {
                releases.takeIn(inbox, effects);
                quota.inFlight.settle();
                tidy();
            } finally {
                gate.leave();
            }
        }
    }

    private void leaveAndSettle(Effects<T, C> effects) {
        try {
            leave(effects);
        } finally {
            pool.distribution.settle(effects);
        }
    }

    private void tidy() {
        if (waiters.size > 0) {
            return;
        }
        quota.unqueue();
        if (!gone && entries.allocated() == 0) {
            gone = true;
            leaving.accept(this);
            quota.unlist();
            pool.keep(route, dials.history());
        }
    }

    /** Takes over the limits of its route, reading them while it holds the gate so that the last change wins. */
    void applyLimit(Effects<T, C> effects) {
        gate.enter();
        try {
            quota.limit(pool.limit(route));
            quota.inFlight.limit(pool.maxInFlight(route));
            // A segment that was just made for a caller must stay.
            boolean isNew = entries.allocated() == 0 && waiters.size == 0;
            entries.dropIdleDownTo(quota.limit(), effects);
            acquisition.serve(effects);
            quota.inFlight.settle();
            if (!isNew) {
                tidy();
            }
        } finally {
            open();
        }
    }

    /** Empties it for good: closes all entries and refuses all waiting callers. */
    void shutDown(Effects<T, C> effects) {
        gate.enter();
        try {
            waiters.endAll(effects);
            dials.endAll(effects);
            entries.dropAll(effects);
        } finally {
            leave(effects);
        }
    }

    /** Ends an iteration over its idle entries. */
    void end(IdleCursor<T, C> cursor) {
        gate.enter();
        try {
            entries.end(cursor);
        } finally {
            leave();
        }
    }

    /** Takes one step of a sweep, which may free a place for waiting callers. Returns whether there may be more. */
    boolean sweep(Predicate<Entries<T, C>> step, Effects<T, C> effects) {
        gate.enter();
        try {
            boolean more = step.test(entries);
            acquisition.serve(effects);
            return more;
        } finally {
            leave(effects);
        }
    }

    /** Queries or changes the entries. */
    <R> R visit(Function<Entries<T, C>, R> visitor) {
        gate.enter();
        try {
            return visitor.apply(entries);
        } finally {
            leave();
        }
    }

    /** Why the last dial failed, if that is why callers wait; null if dials succeed, or the route is full. */
    @Nullable
    Throwable dialFailure() {
        gate.enter();
        try {
            return quota.isFull() ? null : dials.history().lastFailure;
        } finally {
            open();
        }
    }

    int allocated() {
        return entries.allocated();
    }

    RouteStats stats() {
        gate.enter();
        try {
            int dialing = dials.open();
            int leased = entries.uses() - dials.callers();
            return new RouteStats(leased, entries.idle(), dialing, waiters.size, quota.inFlight.now());
        } finally {
            open();
        }
    }
}
