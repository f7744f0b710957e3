package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a pool, each with a lock of its own, and what they share: the places under the limit over all of them, the
 * segments that wait for one, each in its turn, and those whose idle entries can give one up. Thread-safe. Its gate may be
 * entered while a segment's gate is held, never the other way round.
 *
 * <p>No caller is overlooked: one that queues then looks for a free place, and one that frees a place then looks at the
 * queue.
 *
 * @param <S> what is known of a route
 */
public class SegmentedPool<S extends Segment> {

    /** How many callers have entries, and how many entries are idle. */
    final LongAdder leased = new LongAdder();

    final LongAdder idle = new LongAdder();

    /** Callers that wait. */
    final LongAdder pending = new LongAdder();

    /** Places of entries that close as soon as their callers have left. */
    final AtomicInteger leaving = new AtomicInteger();

    /** Places that threads hold, for an entry to come or to be given back. */
    final AtomicInteger spared = new AtomicInteger();

    private final AtomicInteger taken = new AtomicInteger();
    private final Gate gate = new Gate();
    // Both guarded by the gate, longest waiting first. That a segment is in one changes only while its gate is held.
    private final Set<Segment> queue = new LinkedHashSet<>();
    private final Set<Segment> withIdle = new LinkedHashSet<>();
    /** The length of the queue; read without the gate. */
    volatile int starving;

    private volatile int max;
    // How many entries may be idle. Nothing is counted for it, so it costs nothing without a limit.
    private volatile int maxIdle = Integer.MAX_VALUE;
    // Held by the thread that closes those above that limit, so that no two close one too many.
    private final Gate trimming = new Gate();
    // Set once: then no place is given out.
    private volatile boolean closed;
    private final Map<Object, S> segments = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    /**
     * Makes an empty pool.
     *
     * @param maxTotal how many connections there may be
     * @param nanoTime the time, as {@link System#nanoTime} tells it
     */
    public SegmentedPool(int maxTotal, LongSupplier nanoTime) {
        this.max = maxTotal;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns what is known of a route.
     *
     * @param route the route
     * @return its segment; null if it was never added, or has left
     */
    public @Nullable S find(Object route) {
        return segments.get(route);
    }

    /**
     * Adds a route.
     *
     * @param segment its segment
     * @return the segment that is now in the pool: another if one was added meanwhile
     */
    public S add(S segment) {
        S earlier = segments.putIfAbsent(segment.key, segment);
        return earlier == null ? segment : earlier;
    }

    /**
     * Returns all routes.
     *
     * @return a live view
     */
    public Collection<S> all() {
        return Collections.unmodifiableCollection(segments.values());
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    /**
     * Sets the limits over all routes. If there are too many entries, idle ones are closed at once and leased ones when they
     * come back; if too many are idle, the longest idle one of each route in turn. If there is room, waiting callers are
     * served.
     *
     * @param maxTotal how many connections there may be
     * @param maxIdleInAll how many of them may be idle; zero or less for no limit
     */
    public void limit(int maxTotal, int maxIdleInAll) {
        max = maxTotal;
        maxIdle = maxIdleInAll <= 0 ? Integer.MAX_VALUE : maxIdleInAll;
        trim();
    }

    /** Closes idle entries as long as there are too many, and serves waiting callers as long as there is room. */
    public void trim() {
        Effects effects = effects();
        effects.contend(false);
        effects.settle();
    }

    /**
     * Returns the total limit.
     *
     * @return the limit
     */
    public int maxTotal() {
        return max;
    }

    /**
     * Returns how many connections of all routes count towards the total limit: leased, idle, being established.
     *
     * @return the number
     */
    public int allocated() {
        return taken.get();
    }

    /**
     * Returns the figures of all routes.
     *
     * @return leased ones count as often as they are shared
     */
    public PoolStats stats() {
        return new PoolStats(count(leased), count(pending), count(idle), max);
    }

    /**
     * Closes idle entries on all routes.
     *
     * @param causes tells why one must go, as in {@link Segment#sweep}
     */
    public void sweep(Function<Entry, @Nullable CloseCause> causes) {
        segments.values().forEach(segment -> segment.sweep(causes));
    }

    // It may be negative for a moment.
    private static int count(LongAdder adder) {
        return (int) Math.max(0, adder.sum());
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Closes all connections, leased ones too, and cancels the waiting callers. Has no effect the second time.
     *
     * @param mode how to close the connections
     */
    public void close(CloseMode mode) {
        closed = true;
        segments.values().forEach(segment -> segment.shutDown(mode));
    }

    @Override
    public String toString() {
        return "[leased: %d][available: %d][pending: %d]".formatted(count(leased), count(idle), count(pending));
    }

    Effects effects() {
        return new Effects(this, CloseMode.GRACEFUL);
    }

    /** Tells whether more entries are idle than may be. */
    boolean hasSurplusIdle() {
        int most = maxIdle;
        return most != Integer.MAX_VALUE && idle.sum() > most;
    }

    /** How many places entries have that the limit does not allow, because it was lowered; less than zero if some are free. */
    int excess() {
        return taken.get() - spared.get() - max;
    }

    /** Tells whether a place that becomes free is needed. */
    boolean isWanted() {
        return starving > 0 || excess() > 0;
    }

    /** Takes a place, unless there is none, or others wait for one. */
    boolean take() {
        return starving == 0 && reserve();
    }

    private boolean reserve() {
        int now = taken.get();
        while (now < max) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    void give(int places) {
        taken.addAndGet(-places);
        spared.addAndGet(-places); // in this order: what stays in between goes by the look at all routes that follows
    }

    /** Lets a segment wait for a place, if it does not yet. Call it while holding the gate of the segment. */
    void queue(Segment segment, int share) {
        gate.run(() -> {
            segment.share = share;
            segment.isStarving = true;
            queue.add(segment);
            starving = queue.size();
        });
    }

    /** Lets a segment wait no longer. Call it while holding its gate. */
    void unqueue(Segment segment) {
        gate.run(() -> remove(segment));
    }

    private void remove(Segment segment) {
        queue.remove(segment);
        segment.isStarving = false;
        starving = queue.size();
    }

    /**
     * Tells whether to leave a place to the segment whose turn it is: if it has none, or two fewer. Otherwise another has
     * its turn next time.
     */
    boolean prefersAnother(Segment segment, int share) {
        return gate.get(() -> {
            if (first(queue) == segment) {
                rotate(segment);
            }
            Segment first = first(queue);
            boolean isPreferred = first != null && first != segment && (first.share == 0 || first.share + 1 < share);
            if (first != null && !isPreferred) {
                rotate(first);
            }
            return isPreferred;
        });
    }

    private void rotate(Segment segment) {
        queue.remove(segment);
        queue.add(segment);
    }

    private static <S> @Nullable S first(Set<S> segments) {
        Iterator<S> all = segments.iterator();
        return all.hasNext() ? all.next() : null;
    }

    /** Remembers that a segment has idle entries. Call it while holding its gate. */
    void list(Segment segment) {
        gate.run(() -> {
            withIdle.add(segment);
            segment.isListed = true;
        });
    }

    /** Forgets a segment. Call it while holding its gate. */
    void forget(Segment segment) {
        gate.run(() -> withIdle.remove(segment));
        segments.remove(segment.key, segment);
    }

    private @Nullable Segment nextWithIdle() {
        return gate.get(() -> {
            Segment first = first(withIdle);
            if (first != null) {
                withIdle.remove(first);
                first.isListed = false;
            }
            return first;
        });
    }

    /** Serves the segments that wait for a place, as long as one is or can be made available; closes what is idle in vain. */
    void distribute(Effects effects) {
        boolean more = true;
        while (more && !closed) {
            try {
                more = (excess() > 0 && takeIdle(false, effects))
                        || (starving > 0 && (serveNext(effects) || takeIdle(false, effects)))
                        || (hasSurplusIdle() && trimIdle(effects));
            } finally {
                effects.apply(); // what was dropped is closed even if another step fails
            }
        }
    }

    private boolean serveNext(Effects effects) {
        Segment next = gate.get(() -> {
            Segment first = first(queue);
            if (first == null || !reserve()) {
                return null;
            }
            remove(first);
            return first;
        });
        if (next != null) {
            effects.addPlace();
            try (Effects step = effects.enter(next)) {
                next.serve(step);
            }
        }
        return next != null;
    }

    private boolean trimIdle(Effects effects) {
        return trimming.get(() -> hasSurplusIdle() && takeIdle(true, effects));
    }

    // Each segment is asked once: it lists itself again if it keeps some.
    private boolean takeIdle(boolean isSurplus, Effects effects) {
        for (int left = gate.get(withIdle::size); left > 0; left--) {
            Segment next = nextWithIdle();
            if (next != null && next.yieldOldest(isSurplus, effects)) {
                return true;
            }
        }
        return false;
    }
}
