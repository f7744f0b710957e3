package dev.weir.engine;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.DisposalCallback;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A pool in which every route has a segment of its own, under a hard limit for all of them. Thread-safe.
 *
 * <p>A lease and a release touch the segment of their route and nothing else, so that their cost does not depend on other
 * routes, on idle entries or on waiting callers. Segments interact only when the total limit is reached: each segment that
 * lacks a place queues once and is served in its turn, and only then is an idle entry of another route closed. A route with
 * waiting callers passes its own places on to them, unless another waiting route has none, or two fewer. Nothing is closed
 * and no callback runs while a gate is held.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class SegmentedPool<T, C extends ModalCloseable> implements ManagedConnPool<T, C> {

    private final Map<T, Segment<T, C>> segments = new ConcurrentHashMap<>();
    private final PoolState<T, C> shared;
    private final Spares<T, C> spares = new Spares<>(this);
    /** Set once. */
    volatile boolean closed;

    /**
     * Creates an empty pool.
     *
     * @param defaultMaxPerRoute most entries of a route without a limit of its own
     * @param maxTotal most entries of all routes together
     * @param policy which idle entry is used first
     * @throws IllegalArgumentException if a limit is less than 1
     */
    public SegmentedPool(int defaultMaxPerRoute, int maxTotal, PoolReusePolicy policy) {
        this(defaultMaxPerRoute, maxTotal, policy, null, connection -> ReuseGrade.USED, null, System::nanoTime);
    }

    /**
     * Creates an empty pool with an owner that closes its connections.
     *
     * @param defaultMaxPerRoute most entries of a route without a limit of its own
     * @param maxTotal most entries of all routes together
     * @param policy which idle entry is used first
     * @param disposal closes the connections that the pool gives up; called without holding a gate
     * @param owner knows the connections and the routes
     * @param factory creates the state that a new entry begins with, so that entries may be shared before their connections
     *     are established; null for entries that begin without a connection
     * @throws IllegalArgumentException if a limit is less than 1
     */
    public SegmentedPool(
            int defaultMaxPerRoute,
            int maxTotal,
            PoolReusePolicy policy,
            DisposalCallback<C> disposal,
            PoolOwner<T, C> owner,
            @Nullable EntryFactory<T, C> factory) {
        this(defaultMaxPerRoute, maxTotal, policy, disposal, owner, factory, System::nanoTime);
    }

    SegmentedPool(
            int defaultMaxPerRoute,
            int maxTotal,
            PoolReusePolicy policy,
            PoolOwner<T, C> owner,
            LongSupplier nanoTime) {
        this(defaultMaxPerRoute, maxTotal, policy, null, owner, null, nanoTime);
    }

    private SegmentedPool(
            int defaultMaxPerRoute,
            int maxTotal,
            PoolReusePolicy policy,
            @Nullable DisposalCallback<C> disposal,
            PoolOwner<T, C> owner,
            @Nullable EntryFactory<T, C> factory,
            LongSupplier nanoTime) {
        this.shared = new PoolState<>(defaultMaxPerRoute, maxTotal, policy, disposal, owner, factory, nanoTime);
    }

    Distribution<T, C> distribution() {
        return shared.distribution;
    }

    TotalLimit<T, C> total() {
        return shared.total;
    }

    /**
     * Takes an entry on {@linkplain LeaseTerms#ANY any} terms, as {@link #lease(Object, Object, LeaseTerms, Timeout,
     * FutureCallback)} does.
     */
    @Override
    public Future<PoolEntry<T, C>> lease(
            T route,
            @Nullable Object state,
            Timeout requestTimeout,
            @Nullable FutureCallback<PoolEntry<T, C>> callback) {
        return lease(route, state, LeaseTerms.ANY, requestTimeout, callback);
    }

    /**
     * Takes an entry, or waits for one. If there is one at once, the callback runs on this thread.
     *
     * <p>The future of a caller that waits gives up the place in the queue when a {@code get} runs out of time or is
     * interrupted; if an entry came at that very moment, {@code get} returns it all the same (and leaves the thread
     * interrupted).
     *
     * <p>Callers are served in the order in which they came, whatever their terms. If the route is full and the first of
     * them accepts none of its idle entries, the oldest idle one is closed in favor of a new one, so that a caller with
     * strict terms does not wait forever while callers that accept any entry are served.
     *
     * @param route the route
     * @param state what the connection must be bound to; an entry without a state fits too
     * @param terms the grade that its connection must have
     * @param requestTimeout how long to wait at most; forever if zero or less. Checked when the caller would be served, and
     *     by {@link #expireWaiters}
     * @param callback receives the result; null for none
     * @return the future of the entry
     * @throws IllegalStateException if the pool is closed
     */
    public Future<PoolEntry<T, C>> lease(
            T route,
            @Nullable Object state,
            LeaseTerms terms,
            Timeout requestTimeout,
            @Nullable FutureCallback<PoolEntry<T, C>> callback) {
        return access(route).lease(state, terms, requestTimeout, callback);
    }

    /**
     * Returns what leases and releases entries of one route faster, for callers that keep it.
     *
     * @param route the route
     * @return the access to its entries
     */
    public RouteAccess<T, C> access(T route) {
        return new RouteAccess<>(this, shared, route);
    }

    // The pool was closed meanwhile, perhaps too early to see the segment that this caller made.
    Future<PoolEntry<T, C>> late(@Nullable Future<PoolEntry<T, C>> future) {
        close(CloseMode.GRACEFUL);
        if (future instanceof Waiter<T, C>) {
            return future;
        }
        throw new IllegalStateException("Connection pool shut down");
    }

    Segment<T, C> segment(T route) {
        Segment<T, C> segment = segments.get(route);
        if (segment == null) {
            segment = segments.computeIfAbsent(route, this::newSegment);
            // A limit that was set while the segment was made has not found it.
            applyLimit(route);
        }
        return segment;
    }

    private Segment<T, C> newSegment(T route) {
        return new Segment<>(shared, route, this::remove);
    }

    private void remove(Segment<T, C> segment) {
        segments.remove(segment.route(), segment);
    }

    /**
     * Returns the result of a lease that is over. Allocates nothing, unlike a {@code get} that fails.
     *
     * @param <T> the route
     * @param <C> the connection
     * @param future the future of the lease
     * @return the entry; null if the lease ended without one, or is not over
     */
    public static <T, C extends ModalCloseable> @Nullable PoolEntry<T, C> granted(Future<PoolEntry<T, C>> future) {
        if (future instanceof Granted<T, C> granted) {
            return granted.entry();
        }
        return future instanceof Waiter<T, C> waiter ? waiter.served() : null;
    }

    /**
     * Returns after which time a caller that does not wait in {@code get} should {@linkplain #ask ask again}; {@code get}
     * does so itself. Another call is useful after half of the caller's time to wait.
     *
     * @param waiting the future of its lease
     * @return nanoseconds; zero for never
     */
    public long askAfterNanos(Future<PoolEntry<T, C>> waiting) {
        return waiting instanceof Waiter<T, C> waiter ? waiter.firstAskNanos() : 0;
    }

    /**
     * Serves a waiting caller if the passing of time has changed the decision: its route has lacked connections for long, or
     * half of the caller's time is over.
     *
     * @param waiting the future of its lease
     */
    public void ask(Future<PoolEntry<T, C>> waiting) {
        if (waiting instanceof Waiter<T, C> waiter && !waiter.isDone()) {
            waiter.segment.ask(waiter);
        }
    }

    /**
     * Takes back an entry whose connection the caller could not use: like a release, but it does not count in the estimate
     * of how long callers hold connections.
     *
     * @param entry the entry
     * @param reusable whether others may use it
     */
    public void decline(PoolEntry<T, C> entry, boolean reusable) {
        release(entry, reusable, false);
    }

    @Override
    public void release(PoolEntry<T, C> entry, boolean reusable) {
        if (entry != null) {
            release(entry, reusable, true);
        }
    }

    private void release(PoolEntry<T, C> entry, boolean reusable, boolean held) {
        Segment<T, C> segment = segments.get(entry.getRoute());
        if (segment != null) {
            segment.release(entry, reusable, held);
        } else if (!closed) {
            throw new IllegalStateException("Pool entry is not present in the set of leased entries");
        }
        if (closed) {
            entry.discardConnection(CloseMode.GRACEFUL);
        }
    }

    /**
     * Sets how many callers may use an entry at once; 1 by default. Of the entries of a route, the one with the fewest
     * callers is used first; a new one is created only when all are full. Only callers with the same state share an entry in
     * use.
     *
     * @param entry an entry that has a connection; if it has left the pool, this has no effect
     * @param capacity the number; if more callers use it already, they continue; zero admits no caller until it is raised
     * @throws IllegalArgumentException if the capacity is less than 0
     */
    public void changeCapacity(PoolEntry<T, C> entry, int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("The capacity must be at least 0, but was " + capacity);
        }
        Segment<T, C> segment = segments.get(entry.getRoute());
        if (segment != null) {
            segment.resize(entry, capacity);
        }
    }

    /**
     * Admits no further caller to an entry. It is closed when its last caller has released it; at once if it is idle.
     *
     * @param entry the entry; if it has left the pool, this has no effect
     */
    public void retire(PoolEntry<T, C> entry) {
        Segment<T, C> segment = segments.get(entry.getRoute());
        if (segment != null) {
            segment.retire(entry);
        }
    }

    private void act(T route, BiConsumer<Segment<T, C>, Effects<T, C>> step) {
        Segment<T, C> segment = segments.get(route);
        if (segment != null) {
            shared.act(effects -> step.accept(segment, effects));
        }
    }

    /**
     * Governs dialing from now on: a caller without a connection may dial only if that is likely to be faster than waiting
     * for one, and a caller that certainly could not be served in time is refused. By default, each caller may dial if there
     * is room.
     *
     * @param max how many dials of a route may be under way at once
     * @throws IllegalArgumentException if it is less than 1
     */
    public void maxDialing(int max) {
        shared.maxDialing(max);
        segments.values().forEach(segment -> shared.act(segment::serve));
    }

    /**
     * Prepares the wait of a caller for the dial of its entry; it begins with {@link #dial} or {@link #join}.
     *
     * @param entry an entry that the caller holds, without a usable connection
     * @return the wait; null if the entry has left the pool
     */
    public @Nullable DialWait<T, C> dialWait(PoolEntry<T, C> entry) {
        Segment<T, C> segment = segments.get(entry.getRoute());
        return segment == null ? null : new DialWait<>(segment, entry, shared.nanoTime());
    }

    /**
     * Makes a caller wait for the dial of its entry, or for any other entry that it could use. If there is one already, or
     * the caller has given up, do not begin the dial.
     *
     * <p>If this fails, the wait is over and the caller has what {@link DialWait#left} says.
     *
     * @param wait the caller
     * @return whether to begin the dial; report its end by {@link #dialed} or {@link #dialFailed}
     */
    public boolean dial(DialWait<T, C> wait) {
        Effects<T, C> effects = shared.effects();
        try {
            return wait.segment.dial(wait, effects);
        } finally {
            shared.distribution.settle(effects);
        }
    }

    /**
     * Makes a caller wait for the dial that was under way when it got the entry, or for any other entry that it could use.
     *
     * @param wait the caller
     */
    public void join(DialWait<T, C> wait) {
        shared.act(effects -> wait.segment.join(wait, effects));
    }

    /**
     * Returns what opens connections that no caller has asked for.
     *
     * @return the spares of this pool
     */
    public Spares<T, C> spares() {
        return spares;
    }

    /**
     * Returns how many callers could lease an established connection of a route at once. Looks at all its entries: call it
     * seldom.
     *
     * @param route the route
     * @return the number; {@link Integer#MAX_VALUE} if a connection that is shared has room
     */
    public int ready(T route) {
        Segment<T, C> segment = segments.get(route);
        return segment == null ? 0 : segment.visit(Entries::ready);
    }

    /**
     * Notes that the connection of an entry is established. If no caller waits for it, it becomes idle at once, so it must
     * be ready for use.
     *
     * @param entry the entry; if it has left the pool, this has no effect
     */
    public void dialed(PoolEntry<T, C> entry) {
        Segment<T, C> segment = segments.get(entry.getRoute());
        if (segment != null) {
            segment.dialed(entry);
        }
    }

    /**
     * Notes that the connection of an entry could not be established.
     *
     * @param entry the entry; if it has left the pool, this has no effect
     * @param failure thrown to the caller that waits for it
     * @param teaches whether it concerns the route, so that further dials are made one at a time
     */
    public void dialFailed(PoolEntry<T, C> entry, Throwable failure, boolean teaches) {
        Segment<T, C> segment = segments.get(entry.getRoute());
        if (segment != null) {
            segment.dialFailed(entry, failure, teaches);
        }
    }

    /**
     * Returns how the last dial of a route failed.
     *
     * @param route the route
     * @return the failure; null if the last one succeeded, and if no caller could dial because the route is full
     */
    public @Nullable Throwable dialFailure(T route) {
        Segment<T, C> segment = segments.get(route);
        return segment == null ? null : segment.dialFailure();
    }

    /**
     * Passes each idle entry to a test and closes those that it selects. Releases the gate after every few entries.
     *
     * @param mustGo the test; called while holding the segment's gate, so that it must be quick and must not call the pool
     */
    public void sweep(Predicate<PoolEntry<T, C>> mustGo) {
        segments.values().forEach(segment -> new Sweep<>(shared, segment, mustGo).run());
    }

    /**
     * Does the same with the idle entries of one route.
     *
     * @param route the route
     * @param mustGo the test, called as in {@link #sweep(Predicate)}
     */
    public void sweep(T route, Predicate<PoolEntry<T, C>> mustGo) {
        Segment<T, C> segment = segments.get(route);
        if (segment != null) {
            new Sweep<>(shared, segment, mustGo).run();
        }
    }

    /**
     * Limits how many entries may be idle over all routes. Takes effect when the next entry becomes idle.
     *
     * @param max the limit; zero or less for none
     */
    public void maxIdle(int max) {
        shared.maxIdle.max(max <= 0 ? MaxIdle.NO_LIMIT : max);
    }

    /**
     * Returns how many entries are idle above the limit over all routes.
     *
     * @return the number to close; zero or less for none
     */
    public int surplusIdle() {
        return shared.maxIdle.surplus();
    }

    /**
     * Tells whether one more idle entry would exceed the limit over all routes.
     *
     * @return whether the limit is reached
     */
    public boolean isIdleFull() {
        return shared.maxIdle.isReached();
    }

    /**
     * Passes each leased entry to a visitor.
     *
     * @param visitor receives entries that may be released meanwhile
     */
    public void forEachLeased(Consumer<PoolEntry<T, C>> visitor) {
        segments.values()
                .forEach(segment -> segment.visit(Entries::copyOfLeased).forEach(visitor));
    }

    /** Fails the callers that have waited for longer than their request timeout. */
    public void expireWaiters() {
        long nowNanos = shared.nanoTime();
        segments.values().forEach(segment -> shared.act(effects -> segment.expireWaiters(nowNanos, effects)));
    }

    @Override
    public void closeIdle(TimeValue idleTime) {
        long before = System.currentTimeMillis() - Math.max(0, idleTime.toMilliseconds());
        sweep(entry -> entry.getUpdated() <= before);
    }

    @Override
    public void closeExpired() {
        sweep(entry -> entry.getExpiryDeadline().isExpired());
    }

    @Override
    public Set<T> getRoutes() {
        return new HashSet<>(segments.keySet());
    }

    /**
     * Sets the total limit. If it is exceeded, idle entries are closed at once and leased ones when they come back; if there
     * is room, waiting callers are served.
     *
     * @param max the limit
     * @throws IllegalArgumentException if it is less than 1
     */
    @Override
    public void setMaxTotal(int max) {
        shared.total.max(PoolState.positive(max));
        shared.distribution.distribute(new Effects<>(shared.total, CloseMode.GRACEFUL));
    }

    @Override
    public int getMaxTotal() {
        return shared.total.max();
    }

    @Override
    public void setDefaultMaxPerRoute(int max) {
        shared.defaultLimit(max);
        segments.keySet().forEach(this::applyLimit);
    }

    @Override
    public int getDefaultMaxPerRoute() {
        return shared.defaultLimit();
    }

    /**
     * Sets the limit of a route. If it is exceeded, idle entries are closed at once and leased ones when they come back; if
     * there is room, waiting callers are served.
     *
     * @param route the route
     * @param max the limit; with zero no caller is served, a negative number removes the route's own limit
     */
    @Override
    public void setMaxPerRoute(T route, int max) {
        shared.limit(route, max);
        applyLimit(route);
    }

    private void applyLimit(T route) {
        act(route, Segment::applyLimit);
    }

    @Override
    public int getMaxPerRoute(T route) {
        return shared.limit(route);
    }

    @Override
    public PoolStats getTotalStats() {
        Counts counts = shared.counts;
        return new PoolStats(counts.leased(), counts.pending(), counts.idle(), shared.total.max());
    }

    @Override
    public PoolStats getStats(T route) {
        Segment<T, C> segment = segments.get(route);
        if (segment == null) {
            return new PoolStats(0, 0, 0, getMaxPerRoute(route));
        }
        RouteStats now = segment.stats();
        return new PoolStats(now.leased() + now.dialing(), now.pending(), now.idle(), getMaxPerRoute(route));
    }

    /**
     * Returns the figures of a route.
     *
     * @param route the route
     * @return its figures, all of one moment
     */
    public RouteStats stats(T route) {
        Segment<T, C> segment = segments.get(route);
        return segment == null ? RouteStats.NONE : segment.stats();
    }

    /**
     * Returns how many connections of a route count towards the limits: leased (each once), idle, being established.
     *
     * @param route the route
     * @return the number
     */
    public int allocated(T route) {
        Segment<T, C> segment = segments.get(route);
        return segment == null ? 0 : segment.allocated();
    }

    /**
     * Returns how many connections of all routes count towards the total limit: leased, idle, being established.
     *
     * @return the number
     */
    public int allocated() {
        return shared.total.taken();
    }

    /**
     * Tells whether a route has entries, or callers that wait for one.
     *
     * @param route the route
     * @return false if neither
     */
    public boolean isUsed(T route) {
        return segments.containsKey(route);
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    /**
     * Closes all connections, leased ones too, and cancels the waiting callers. Has no effect the second time.
     *
     * @param mode how to close the connections
     */
    @Override
    public void close(CloseMode mode) {
        closed = true;
        shared.distribution.stop();
        segments.values().forEach(segment -> {
            Effects<T, C> effects = new Effects<>(shared.total, mode);
            segment.shutDown(effects);
            effects.apply();
        });
    }

    @Override
    public String toString() {
        Counts counts = shared.counts;
        return "[leased: %d][available: %d][pending: %d]".formatted(counts.leased(), counts.idle(), counts.pending());
    }
}
