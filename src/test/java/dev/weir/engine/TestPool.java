package dev.weir.engine;

import static java.util.Objects.requireNonNull;

import dev.weir.event.CloseCause;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A pool whose routes are words, each with limits that may be set, and the methods of HttpCore's pools. */
class TestPool<C extends ModalCloseable> {

    private final SegmentedPool<String, C, Route> pool;
    private final Function<C, ReuseGrade> grades;
    private final Map<String, Integer> ownLimits = new ConcurrentHashMap<>();
    private volatile int defaultLimit;
    private volatile ToIntFunction<String> maxInFlight = route -> 0;
    private volatile @Nullable Consumer<Entry<String, C>> dialer;
    private volatile int capacity = 1;

    private final class Route extends Segment<String, C> {
        Route(String route) {
            super(TestPool.this.pool, route);
        }

        @Override
        protected int maxEntries() {
            return getMaxPerRoute(route);
        }

        @Override
        protected int maxInFlight() {
            int max = maxInFlight.applyAsInt(route);
            return max <= 0 ? Integer.MAX_VALUE : max;
        }

        @Override
        protected boolean isDialedByCallers() {
            return dialer == null;
        }

        @Override
        protected void dial(Entry<String, C> entry) {
            requireNonNull(dialer).accept(entry);
        }

        @Override
        protected ReuseGrade grade(C connection) {
            return grades.apply(connection);
        }

        @Override
        protected int newCapacity() {
            return capacity;
        }
    }

    TestPool(int perRoute, int total) {
        this(perRoute, total, connection -> ReuseGrade.USED, System::nanoTime);
    }

    TestPool(int perRoute, int total, Function<C, ReuseGrade> grades, LongSupplier nanoTime) {
        this.defaultLimit = perRoute;
        this.grades = grades;
        this.pool = new SegmentedPool<>(total, nanoTime);
    }

    /** Limits the exchanges under way on each route; zero for no limit. */
    void maxInFlight(ToIntFunction<String> ofRoute) {
        maxInFlight = ofRoute;
        applyLimits();
    }

    void applyLimits() {
        pool.all().forEach(Segment::applyLimits);
    }

    /** Dials connections, each of which is expected to carry so many callers; otherwise callers do. */
    void dialWith(int callers, Consumer<Entry<String, C>> dials) {
        capacity = callers;
        dialer = dials;
    }

    Segment<String, C> segment(String route) {
        Route known = pool.find(route);
        return known == null ? pool.add(new Route(route)) : known;
    }

    Future<Entry<String, C>> lease(
            String route, @Nullable Object state, Timeout timeout, Waiter.@Nullable Caller<String, C> callback) {
        return lease(route, state, LeaseTerms.ANY, timeout, callback);
    }

    Future<Entry<String, C>> lease(
            String route,
            @Nullable Object state,
            LeaseTerms terms,
            Timeout timeout,
            Waiter.@Nullable Caller<String, C> callback) {
        Waiter<String, C> waiter = null;
        while (waiter == null) {
            Segment<String, C> segment = segment(route);
            Entry<String, C> entry = callback == null ? segment.tryLease(state, terms) : null;
            if (entry != null) {
                return CompletableFuture.completedFuture(entry);
            }
            waiter = segment.lease(state, terms, timeout, Integer.MAX_VALUE, callback);
        }
        return waiter;
    }

    /** Lets a caller that waits ask again. */
    static void ask(Future<? extends Entry<?, ?>> waiting) {
        ((Waiter<?, ?>) waiting).ask();
    }

    void release(Entry<String, C> entry, boolean reusable) {
        entry.release(reusable);
    }

    void sweep(Predicate<C> mustGo) {
        pool.sweep(connection -> mustGo.test(connection) ? CloseCause.IDLE : null);
    }

    void maxDialing(int max) {
        pool.maxDialing(max);
    }

    void setMaxTotal(int max) {
        pool.maxTotal(max);
    }

    int getMaxTotal() {
        return pool.maxTotal();
    }

    void setDefaultMaxPerRoute(int max) {
        defaultLimit = max;
        applyLimits();
    }

    /** Sets the limit of a route; a negative number removes its own. */
    void setMaxPerRoute(String route, int max) {
        if (max < 0) {
            ownLimits.remove(route);
        } else {
            ownLimits.put(route, max);
        }
        applyLimits();
    }

    int getMaxPerRoute(String route) {
        return ownLimits.getOrDefault(route, defaultLimit);
    }

    RouteStats stats(String route) {
        return segment(route).stats();
    }

    PoolStats getStats(String route) {
        RouteStats now = stats(route);
        return new PoolStats(now.leased() + now.dialing(), now.pending(), now.idle(), getMaxPerRoute(route));
    }

    PoolStats getTotalStats() {
        return pool.stats();
    }

    int allocated() {
        return pool.allocated();
    }

    /** The routes that have entries or callers. */
    Set<String> getRoutes() {
        return pool.all().stream()
                .filter(Segment::isUsed)
                .map(segment -> segment.route)
                .collect(Collectors.toSet());
    }

    Total<String, C> total() {
        return pool.total;
    }

    void close() {
        close(CloseMode.GRACEFUL);
    }

    void close(CloseMode mode) {
        pool.close(mode);
    }

    @Override
    public String toString() {
        return pool.toString();
    }
}
