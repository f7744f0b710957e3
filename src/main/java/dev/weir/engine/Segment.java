package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One route of the pool: its entries, leased and idle, and the callers that wait for one. Each method takes one step while
 * it holds the gate; {@link Service} decides what happens, and {@link Effects} collects what to do for others afterwards.
 *
 * <p>A thread that finds the gate closed does not wait for it, neither to lease an entry nor to give one back: it leaves the
 * caller or the entry in the {@link Inbox}. Nothing stays in there: a thread that puts something in looks at the gate
 * afterwards, and one that leaves the gate looks at the inbox afterwards. One of the two sees the other. Threads that
 * parked here would be let in one by one, each when it gets a processor, while the others pass them by.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public abstract class Segment<T, C extends ModalCloseable> {

    final SegmentedPool<T, C, ?> pool;
    /** Whose connections they are. */
    public final T route;

    private final Gate gate = new Gate();
    private final Inbox<T, C> inbox = new Inbox<>();
    // All guarded by the gate.
    final Entries<T, C> entries;
    final WaiterQueue<T, C> waiters;
    final Dials<T, C> dials;
    final Service<T, C> service;
    // Set once it has left the pool: then it has no entries, and gets none. Written behind the gate.
    volatile boolean gone;
    // What Service.pending was after the last step; read also without the gate.
    private volatile int pending;

    /** Its places in the queues of {@link Total}; changed under the gate of that, read while holding the gate of this. */
    volatile boolean isStarving;

    volatile boolean isListed;
    /** How many places it had when it last asked for one. */
    int share;

    /**
     * Makes the segment of a route, which is empty.
     *
     * @param pool the pool
     * @param route the route
     */
    protected Segment(SegmentedPool<T, C, ?> pool, T route) {
        this.pool = pool;
        this.route = route;
        this.entries = new Entries<>(this);
        this.waiters = new WaiterQueue<>(pool.counts);
        this.dials = new Dials<>(this);
        this.service = new Service<>(this);
    }

    // What subclasses know of the route is asked for while the gate is held, so each response must be quick, must not
    // fail and must not call the pool.

    /**
     * Returns how many entries there may be. After a change of the limit, call {@link #applyLimits}.
     *
     * @return the limit; with zero no caller is served
     */
    protected abstract int maxEntries();

    /**
     * Returns how many entries may be idle. After a change of the limit, call {@link #applyLimits}.
     *
     * @return the limit
     */
    protected int maxIdle() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns how many exchanges may be under way. After a change of the limit, call {@link #applyLimits}.
     *
     * @return the limit
     */
    protected int maxInFlight() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns how many callers a new connection is expected to carry at once: so many wait for one dial.
     *
     * @return the number; zero if it must first show that it admits any, so that no other is added meanwhile
     */
    protected int newCapacity() {
        return 1;
    }

    /**
     * Returns how many idle entries stay in spite of the limit over all routes.
     *
     * @return the number
     */
    protected int minIdle() {
        return 0;
    }

    /**
     * Returns the grade of a connection that becomes idle.
     *
     * @param connection the connection
     * @return the grade
     */
    protected ReuseGrade grade(C connection) {
        return ReuseGrade.USED;
    }

    /**
     * Closes a connection that leaves the pool. Called without holding a gate.
     *
     * @param connection the connection
     * @param cause why, unless the subclass knows better
     * @param mode how
     */
    protected void close(C connection, CloseCause cause, CloseMode mode) {
        connection.close(mode);
    }

    /**
     * Tells whether callers dial by themselves: they get entries without connections, which are theirs until they give
     * them back.
     *
     * @return whether they do; always the same
     */
    protected boolean isDialedByCallers() {
        return false;
    }

    /**
     * Begins to dial the connection of an entry for the route, and returns at once; {@link Entry#dialed} or
     * {@link Entry#dialFailed} ends that. Called without the gate.
     *
     * @param entry the entry, without a connection
     * @throws IOException if the dial cannot begin
     */
    protected void dial(Entry<T, C> entry) throws IOException {
        throw new UnsupportedOperationException("No connection can be dialed");
    }

    /**
     * Takes an entry that is there, or one to dial if callers dial by themselves, if no caller waits.
     *
     * @param state the state that an entry may have, beside none; null for entries without a state only
     * @param terms which ones the caller accepts
     * @return the entry; null if there is none at once, or the route was forgotten
     * @throws IllegalStateException if the pool is closed
     */
    public @Nullable Entry<T, C> tryLease(@Nullable Object state, LeaseTerms terms) {
        Effects<T, C> effects = pool.effects();
        refuseIfClosed();
        if (!gate.enterSoon()) {
            return null; // there it may wait
        }
        try {
            service.takeIn(inbox, effects); // first: one of these may be of use
            return gone || waiters.size() > 0 ? null : service.grant(state, terms, null, effects);
        } finally {
            leaveAndSettle(effects);
        }
    }

    private void refuseIfClosed() {
        if (pool.isClosed()) {
            throw new IllegalStateException("Connection pool shut down");
        }
    }

    /**
     * Lets a caller wait for an entry, or serves it at once. A caller whose time is over is not served any longer, and must
     * give up by itself.
     *
     * @param state the state that an entry may have, beside none; null for entries without a state only
     * @param terms which ones the caller accepts
     * @param timeout for how long it waits; half of it is the time after which it may dial out of turn
     * @param maxPending how many may wait; one more fails with a {@link java.util.concurrent.RejectedExecutionException}
     * @param caller is told how the wait goes on; null for nobody
     * @return the wait; null if the route was forgotten
     * @throws IllegalStateException if the pool is closed
     */
    public @Nullable Waiter<T, C> lease(
            @Nullable Object state,
            LeaseTerms terms,
            Timeout timeout,
            int maxPending,
            Waiter.@Nullable Caller<T, C> caller) {
        Waiter<T, C> waiter = new Waiter<>(this, state, terms, caller, timeout, maxPending);
        Effects<T, C> effects = pool.effects();
        refuseIfClosed();
        boolean isKnown = false;
        try {
            inbox.add(waiter);
            takeInUnlessClosed(effects);
            isKnown = !gone;
        } finally {
            pool.total.settle(effects);
            // If no caller knows of it, an entry that serves it would be lost.
            isKnown = isKnown || !waiter.disown();
        }
        return isKnown ? waiter : null;
    }

    /**
     * Adds an entry that no caller has asked for, if that takes nothing from any, and a dial may begin. Whoever asks for it
     * dials it, as {@link #dial} does.
     *
     * @return the entry; null if there is none
     */
    public @Nullable Entry<T, C> spare() {
        return step(effects -> gone || pool.isClosed() ? null : service.spare());
    }

    /** Takes an entry back, whether or not its caller kept it, and serves the waiting callers. */
    void release(Entry<T, C> entry, boolean reusable, boolean held) {
        Effects<T, C> effects = pool.effects();
        try {
            release(entry, reusable, held, effects);
        } finally {
            pool.total.settle(effects);
        }
    }

    private void release(Entry<T, C> entry, boolean reusable, boolean held, Effects<T, C> effects) {
        if (!gate.tryEnter()) {
            if (reusable && held && inbox.offer(entry)) {
                takeInUnlessClosed(effects);
                return;
            }
            gate.enter();
        }
        try {
            if (entry.present && entry.uses > 0) {
                service.release(entry, reusable, held, effects);
            } else if (!pool.isClosed()) {
                throw new IllegalStateException("The entry is not leased");
            }
        } finally {
            leave(effects);
        }
    }

    /** Ends a dial that could not begin. */
    void dialFailed(Entry<T, C> entry, Throwable failure, Effects<T, C> effects) {
        locked(effects, () -> {
            service.dialFailed(entry, failure, true, effects);
            return true;
        });
    }

    /** Takes back an entry that its caller did not accept because it had just given up: it is as usable as before. */
    void putBack(Entry<T, C> entry, Effects<T, C> effects) {
        locked(effects, () -> {
            if (entry.present) {
                service.release(entry, true, false, effects);
            }
            return true;
        });
    }

    void resize(Entry<T, C> entry, IntSupplier capacity) {
        act(effects -> {
            if (entry.present && !dials.isOfRoute(entry)) { // the end of its dial tells
                entries.resize(entry, capacity.getAsInt());
                service.serve(effects);
            }
        });
    }

    void retire(Entry<T, C> entry) {
        act(effects -> {
            if (entry.present) {
                entries.retire(entry, effects);
                service.serve(effects); // one that was idle without capacity leaves its place to callers that wait
            }
        });
    }

    /** Serves as many callers as possible, first with the places that the effects hold. */
    void serve(Effects<T, C> effects) {
        locked(effects, () -> {
            service.serve(effects);
            return true;
        });
    }

    /** Removes a caller that gave up; those behind it may be easier to serve. */
    void forget(Waiter<T, C> waiter) {
        act(effects -> service.forget(waiter, effects));
    }

    /** Gives up the oldest idle entry: there are too many, or another segment needs its place. False if there is none. */
    boolean yieldOldest(boolean isSurplus, Effects<T, C> effects) {
        return locked(effects, () -> service.yieldOldest(isSurplus, effects));
    }

    /** Takes over the limits of the route, and serves its callers if there is room for them. */
    public void applyLimits() {
        act(service::applyLimits);
    }

    /**
     * Closes idle entries.
     *
     * @param causes tells why one must go, null for none; asked in the order in which they became idle, while they cannot be
     *     leased: it must be quick and must not call the pool
     */
    public void sweep(Function<C, @Nullable CloseCause> causes) {
        act(effects -> {
            entries.sweep(causes, effects);
            service.serve(effects);
        });
    }

    /** Closes all connections, leased ones too, and cancels the waiting callers. */
    void shutDown(CloseMode mode) {
        Effects<T, C> effects = new Effects<>(pool, mode);
        locked(effects, () -> {
            waiters.endAll(effects);
            dials.endAll();
            entries.dropAll(effects);
            return true;
        });
        effects.apply();
    }

    /**
     * Leaves the pool, if there is neither an entry nor a caller: who asks it from then on learns that it was forgotten, and
     * finds another segment of the route.
     *
     * @param condition what else must be true; asked while no caller can come
     * @return whether it has left
     */
    public boolean leaveIfEmpty(BooleanSupplier condition) {
        return step(any -> {
            if (gone || !isEmpty() || !condition.getAsBoolean()) {
                return false;
            }
            gone = true; // first: a caller in the inbox is seen here, or sees this
            gone = inbox.isEmpty();
            if (gone) {
                pool.total.unlist(this);
                pool.forget(this);
            }
            return gone;
        });
    }

    private boolean isEmpty() {
        return entries.allocated() == 0 && waiters.size() == 0;
    }

    /**
     * Tells whether there are entries, or callers that wait for one.
     *
     * @return false if neither
     */
    public boolean isUsed() {
        return !isEmpty();
    }

    /**
     * Returns the figures of the route.
     *
     * @return its figures, all of one moment
     */
    public RouteStats stats() {
        return step(any -> {
            int leased = entries.uses() - dials.open();
            return new RouteStats(leased, entries.idle(), dials.open(), service.pending(), service.inFlight());
        });
    }

    /**
     * Returns how many exchanges are under way: each from the grant of an entry, which may have to be dialed first, until the
     * entry comes back.
     *
     * @return the number after the last step, read without the gate
     */
    public int inFlight() {
        return entries.inFlight;
    }

    /**
     * Returns how many callers wait and have no dial under way for them.
     *
     * @return the number, read without the gate
     */
    public int pending() {
        return pending;
    }

    /**
     * Returns how many connections count towards the limits: leased (each once), idle, being established.
     *
     * @return the number, read without the gate
     */
    public int allocated() {
        return entries.allocated();
    }

    /**
     * Returns the connections of all entries, established or not.
     *
     * @return a copy
     */
    public List<C> connections() {
        return step(any -> entries.connections());
    }

    /**
     * Returns how many connections are idle.
     *
     * @return the number
     */
    public int idle() {
        return step(any -> entries.idle());
    }

    /**
     * Returns how many connections were idle all the time since the last call: the route has not needed these.
     *
     * @return the number
     */
    public int idleThroughout() {
        return step(any -> entries.idleThroughout());
    }

    /**
     * Returns how many callers could be served at once without a dial.
     *
     * @return the number; unbounded if a shared connection has room
     */
    public int ready() {
        return step(any -> entries.ready());
    }

    /** Takes a step behind the gate, and does what follows from it. */
    void act(Consumer<Effects<T, C>> step) {
        step(effects -> {
            step.accept(effects);
            return true;
        });
    }

    <R extends @Nullable Object> R step(Function<Effects<T, C>, R> step) {
        Effects<T, C> effects = pool.effects();
        try {
            return locked(effects, () -> step.apply(effects));
        } finally {
            pool.total.settle(effects);
        }
    }

    private <R extends @Nullable Object> R locked(Effects<T, C> effects, Supplier<R> step) {
        gate.enter();
        try {
            return step.get();
        } finally {
            leave(effects);
        }
    }

    private void leaveAndSettle(Effects<T, C> effects) {
        try {
            leave(effects);
        } finally {
            pool.total.settle(effects);
        }
    }

    private void leave(Effects<T, C> effects) {
        tidy();
        gate.leave();
        if (!inbox.isEmpty()) {
            takeInUnlessClosed(effects);
        }
    }

    private void takeInUnlessClosed(Effects<T, C> effects) {
        while (!inbox.isEmpty() && gate.tryEnter()) {
            try {
                service.takeIn(inbox, effects);
                tidy();
            } finally {
                gate.leave();
            }
        }
    }

    private void tidy() {
        int inFlight = service.inFlight();
        if (entries.inFlight != inFlight) {
            entries.inFlight = inFlight;
        }
        int nowPending = service.pending();
        if (pending != nowPending) {
            pending = nowPending;
        }
        if (isStarving && waiters.size() == 0) {
            pool.total.unqueue(this);
        }
    }
}
