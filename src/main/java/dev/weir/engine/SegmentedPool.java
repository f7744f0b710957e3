package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolStats;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a pool, each with a lock of its own, and what they share: the limits over all of them. Thread-safe.
 *
 * @param <T> the route
 * @param <C> the connection
 * @param <S> what is known of a route
 */
public final class SegmentedPool<T, C extends ModalCloseable, S extends Segment<T, C>> {

    final Counts counts = new Counts();
    final Total<T, C> total;
    private final Map<T, S> segments = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    private volatile int maxDialing;

    /**
     * Makes an empty pool.
     *
     * @param maxTotal how many connections there may be
     * @param nanoTime the time, as {@link System#nanoTime} tells it
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public SegmentedPool(int maxTotal, LongSupplier nanoTime) {
        this.total = new Total<>(positive(maxTotal), counts);
        this.nanoTime = nanoTime;
    }

    private static int positive(int max) {
        if (max <= 0) {
            throw new IllegalArgumentException("A limit must be at least 1, but was " + max);
        }
        return max;
    }

    /**
     * Returns what is known of a route.
     *
     * @param route the route
     * @return its segment; null if it was never added, or has left
     */
    public @Nullable S find(T route) {
        return segments.get(route);
    }

    /**
     * Adds a route.
     *
     * @param segment its segment
     * @return the segment that is now in the pool: another if one was added meanwhile
     */
    public S add(S segment) {
        S earlier = segments.putIfAbsent(segment.route, segment);
        return earlier == null ? segment : earlier;
    }

    void forget(Segment<T, C> segment) {
        segments.remove(segment.route, segment);
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

    /** When a hold begins or ends; zero if that is not measured. */
    long holdNanos() {
        return isGoverned() ? nanoTime.getAsLong() : 0;
    }

    Effects<T, C> effects() {
        return new Effects<>(this, CloseMode.GRACEFUL);
    }

    /**
     * Limits how many dials may be under way on a route, and governs them: a caller dials only if that is likely to be
     * faster than to wait for a connection. Without this call a caller without a connection always dials.
     *
     * @param max the limit
     * @throws IllegalArgumentException if it is less than 1
     */
    public void maxDialing(int max) {
        maxDialing = positive(max);
        segments.values().forEach(Segment::applyLimits);
    }

    /** How many dials may be under way per route; zero for no limit of its own. */
    int maxDialing() {
        return maxDialing;
    }

    boolean isGoverned() {
        return maxDialing > 0;
    }

    /**
     * Limits how many entries may be idle over all routes. Those above it are closed, the longest idle one of each route in
     * turn.
     *
     * @param max the limit; zero or less for none
     */
    public void maxIdle(int max) {
        total.maxIdle(max <= 0 ? Integer.MAX_VALUE : max);
        total.distribute(effects());
    }

    /**
     * Sets the total limit. If it is exceeded, idle entries are closed at once and leased ones when they come back; if there
     * is room, waiting callers are served.
     *
     * @param max the limit
     * @throws IllegalArgumentException if it is less than 1
     */
    public void maxTotal(int max) {
        total.max(positive(max));
        total.distribute(effects());
    }

    /**
     * Returns the total limit.
     *
     * @return the limit
     */
    public int maxTotal() {
        return total.max();
    }

    /**
     * Returns how many connections of all routes count towards the total limit: leased, idle, being established.
     *
     * @return the number
     */
    public int allocated() {
        return total.taken();
    }

    /**
     * Returns the figures of all routes.
     *
     * @return leased ones count as often as they are shared
     */
    public PoolStats stats() {
        return new PoolStats(counts.leased(), counts.pending(), counts.idle(), total.max());
    }

    /**
     * Closes idle entries on all routes.
     *
     * @param causes tells why one must go, as in {@link Segment#sweep}
     */
    public void sweep(Function<C, @Nullable CloseCause> causes) {
        segments.values().forEach(segment -> segment.sweep(causes));
    }

    boolean isClosed() {
        return total.isClosed();
    }

    /**
     * Closes all connections, leased ones too, and cancels the waiting callers. Has no effect the second time.
     *
     * @param mode how to close the connections
     */
    public void close(CloseMode mode) {
        total.close();
        segments.values().forEach(segment -> segment.shutDown(mode));
    }

    @Override
    public String toString() {
        return "[leased: %d][available: %d][pending: %d]".formatted(counts.leased(), counts.idle(), counts.pending());
    }
}
