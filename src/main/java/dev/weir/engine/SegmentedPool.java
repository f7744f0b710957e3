package dev.weir.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A pool in which every route has a segment of its own, under a hard limit of all together. Thread-safe.
 *
 * <p>A lease and a release touch the segment of their route and nothing else, so that their cost does not depend on other
 * routes, on idle entries or on callers that wait. Only when the total limit binds, segments meet: each that lacks a place
 * queues once and is served in its turn; an idle entry of another route is given up only then. Nothing is closed and
 * nobody is told while a gate is held.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class SegmentedPool<T, C extends ModalCloseable> implements ManagedConnPool<T, C> {

    private static final int PURGE_ABOVE = 256;

    private final Map<T, Segment<T, C>> segments = new ConcurrentHashMap<>();
    private final Map<T, Integer> ownLimits = new ConcurrentHashMap<>();
    // Segments that may have idle entries, the one first that has had them for longest.
    private final Queue<Segment<T, C>> withIdle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger goneWithIdle = new AtomicInteger();
    private final Counts counts = new Counts();
    private final TotalLimit<T, C> total;
    private final PoolReusePolicy policy;
    private final ReentrantLock sweeping = new ReentrantLock();

    private volatile int defaultLimit;
    // Set once.
    private volatile boolean closed;

    /**
     * Creates an empty pool.
     *
     * @param defaultMaxPerRoute most entries of a route without a limit of its own
     * @param maxTotal most entries of all routes together
     * @param policy which idle entry is used first
     */
    public SegmentedPool(int defaultMaxPerRoute, int maxTotal, PoolReusePolicy policy) {
        this.defaultLimit = positive(defaultMaxPerRoute);
        this.total = new TotalLimit<>(positive(maxTotal));
        this.policy = policy;
    }

    private static int positive(int max) {
        if (max <= 0) {
            throw new IllegalArgumentException("A limit must be at least 1, but was " + max);
        }
        return max;
    }

    TotalLimit<T, C> total() {
        return total;
    }

    Counts counts() {
        return counts;
    }

    PoolReusePolicy policy() {
        return policy;
    }

    @Override
    public Future<PoolEntry<T, C>> lease(
            T route,
            @Nullable Object state,
            Timeout requestTimeout,
            @Nullable FutureCallback<PoolEntry<T, C>> callback) {
        while (!closed) {
            Effects<T, C> effects = new Effects<>(this);
            Object outcome = segment(route).lease(state, callback, effects);
            effects.apply(CloseMode.GRACEFUL);
            if (outcome != null) {
                return future(outcome, callback);
            }
        }
        throw new IllegalStateException("Connection pool shut down");
    }

    @SuppressWarnings("unchecked") // a segment answers with an entry or with a waiter
    private Future<PoolEntry<T, C>> future(Object outcome, @Nullable FutureCallback<PoolEntry<T, C>> callback) {
        if (outcome instanceof Waiter<?, ?> waiter) {
            if (closed) {
                waiter.cancel(true);
            }
            return (Waiter<T, C>) waiter;
        }
        PoolEntry<T, C> entry = (PoolEntry<T, C>) outcome;
        if (callback != null) {
            callback.completed(entry);
        }
        return new Granted<>(entry);
    }

    private Segment<T, C> segment(T route) {
        Segment<T, C> segment = segments.get(route);
        if (segment == null) {
            segment = segments.computeIfAbsent(route, this::newSegment);
            // A limit that was set while the segment was made has looked for it in vain.
            applyLimit(route);
        }
        return segment;
    }

    private Segment<T, C> newSegment(T route) {
        return new Segment<>(this, route, getMaxPerRoute(route));
    }

    @Override
    public void release(PoolEntry<T, C> entry, boolean reusable) {
        if (entry == null || closed) {
            return;
        }
        Segment<T, C> segment = segments.get(entry.getRoute());
        if (segment == null) {
            throw new IllegalStateException("Pool entry is not present in the set of leased entries");
        }
        Effects<T, C> effects = new Effects<>(this);
        segment.release(entry, reusable, effects);
        effects.apply(CloseMode.GRACEFUL);
    }

    /** Serves the segments that wait for a place under the total, as long as there is one or one can be had. */
    void distribute() {
        while (total.hasStarving() && (total.hasRoom() || takeIdlePlace())) {
            Segment<T, C> next = total.nextStarving();
            if (next != null) {
                Effects<T, C> effects = new Effects<>(this);
                next.serve(true, effects);
                effects.apply(CloseMode.GRACEFUL);
            }
        }
    }

    private boolean takeIdlePlace() {
        for (Segment<T, C> segment = withIdle.poll(); segment != null; segment = withIdle.poll()) {
            Effects<T, C> effects = new Effects<>(this);
            boolean yielded = segment.yieldOldest(effects);
            effects.apply(CloseMode.GRACEFUL);
            if (yielded) {
                total.give(1);
                return true;
            }
        }
        return false;
    }

    void list(Segment<T, C> segment) {
        withIdle.add(segment);
    }

    void leave(Segment<T, C> segment, boolean listed) {
        segments.remove(segment.route(), segment);
        if (listed && goneWithIdle.incrementAndGet() > PURGE_ABOVE) {
            goneWithIdle.set(0);
            withIdle.removeIf(Segment::isGoneHint);
        }
    }

    /**
     * Shows each idle entry to a test and closes those that it picks. Lets others in after every few entries.
     *
     * @param mustGo the test; called behind the segment's gate, so that it must be quick and must not call the pool
     */
    public void sweep(Predicate<PoolEntry<T, C>> mustGo) {
        sweeping.lock();
        try {
            segments.values().forEach(segment -> sweep(segment, mustGo));
        } finally {
            sweeping.unlock();
        }
    }

    private void sweep(Segment<T, C> segment, Predicate<PoolEntry<T, C>> mustGo) {
        segment.beginSweep();
        boolean more = true;
        while (more) {
            Effects<T, C> effects = new Effects<>(this);
            more = segment.sweep(mustGo, effects);
            effects.apply(CloseMode.GRACEFUL);
        }
    }

    /**
     * Shows each leased entry to a visitor.
     *
     * @param visitor sees entries that may be released meanwhile
     */
    public void forEachLeased(Consumer<PoolEntry<T, C>> visitor) {
        segments.values().forEach(segment -> segment.forEachLeased(visitor));
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

    @Override
    public void setMaxTotal(int max) {
        total.max(positive(max));
        distribute();
    }

    @Override
    public int getMaxTotal() {
        return total.max();
    }

    @Override
    public void setDefaultMaxPerRoute(int max) {
        defaultLimit = positive(max);
        segments.keySet().forEach(this::applyLimit);
    }

    @Override
    public int getDefaultMaxPerRoute() {
        return defaultLimit;
    }

    @Override
    public void setMaxPerRoute(T route, int max) {
        if (max < 0) {
            ownLimits.remove(route);
        } else {
            ownLimits.put(route, max);
        }
        applyLimit(route);
    }

    private void applyLimit(T route) {
        Segment<T, C> segment = segments.get(route);
        if (segment != null) {
            Effects<T, C> effects = new Effects<>(this);
            segment.limit(getMaxPerRoute(route), effects);
            effects.apply(CloseMode.GRACEFUL);
        }
    }

    @Override
    public int getMaxPerRoute(T route) {
        return ownLimits.getOrDefault(route, defaultLimit);
    }

    @Override
    public PoolStats getTotalStats() {
        return new PoolStats(counts.leased(), counts.pending(), counts.idle(), total.max());
    }

    @Override
    public PoolStats getStats(T route) {
        Segment<T, C> segment = segments.get(route);
        if (segment == null) {
            return new PoolStats(0, 0, 0, getMaxPerRoute(route));
        }
        Segment.Numbers now = segment.numbers();
        return new PoolStats(now.leased(), now.pending(), now.idle(), now.limit());
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    @Override
    public void close(CloseMode mode) {
        closed = true;
        for (Segment<T, C> segment : List.copyOf(segments.values())) {
            Effects<T, C> effects = new Effects<>(this);
            List<Waiter<T, C>> sentAway = segment.shutDown(effects);
            segments.remove(segment.route(), segment);
            effects.apply(mode);
            sentAway.forEach(waiter -> waiter.cancel(true));
        }
    }
}
