package dev.weir.engine;

import static java.util.Objects.requireNonNull;

import dev.weir.event.CloseCause;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A pool whose routes are words, each with limits that may be set, and the methods of HttpCore's pools. */
final class TestPool {

    private final SegmentedPool<Route> pool;
    private final Map<String, Integer> ownLimits = new ConcurrentHashMap<>();
    private volatile int defaultLimit;
    private volatile ToIntFunction<String> maxInFlight = route -> 0;
    private volatile Consumer<FakeConnection> dialer = entry -> establish(entry, 1);
    private volatile int capacity = 1;
    private volatile int maxDialing = Integer.MAX_VALUE;
    volatile boolean hasMemory = true;

    private final class Route extends Segment {
        private final String route;

        Route(String route) {
            super(TestPool.this.pool, route);
            this.route = route;
        }

        @Override
        protected Limits limits() {
            int max = maxInFlight.applyAsInt(route);
            int most = max <= 0 ? Integer.MAX_VALUE : max;
            return new Limits(getMaxPerRoute(route), Integer.MAX_VALUE, 0, most, maxDialing);
        }

        @Override
        protected void dial(Entry entry) {
            dialer.accept((FakeConnection) entry);
        }

        @Override
        protected Entry newEntry() {
            return new FakeConnection(this, route);
        }

        @Override
        protected int newCapacity() {
            return capacity;
        }
    }

    TestPool(int perRoute, int total) {
        this(perRoute, total, System::nanoTime);
    }

    TestPool(int perRoute, int total, LongSupplier nanoTime) {
        this.defaultLimit = perRoute;
        this.pool = new SegmentedPool<>(total, nanoTime) {
            @Override
            Effects effects() {
                if (!hasMemory) {
                    throw new OutOfMemoryError("scripted");
                }
                return super.effects();
            }
        };
    }

    /** Limits the exchanges under way on each route; zero for no limit. */
    void maxInFlight(ToIntFunction<String> ofRoute) {
        maxInFlight = ofRoute;
        applyLimits();
    }

    void applyLimits() {
        pool.all().forEach(Segment::applyLimits);
    }

    /** Completes a dial at once, with room for so many callers. */
    static void establish(FakeConnection entry, int callers) {
        entry.open();
        entry.grade(ReuseGrade.FRESH);
        entry.dialed(() -> callers);
        entry.grade(ReuseGrade.USED);
    }

    /** Dials connections, each of which is expected to carry so many callers; otherwise each is there at once. */
    void dialWith(int callers, Consumer<FakeConnection> dials) {
        capacity = callers;
        dialer = dials;
    }

    Segment segment(String route) {
        Route known = pool.find(route);
        return known == null ? pool.add(new Route(route)) : known;
    }

    /** A caller that waits. */
    static final class Wait extends CompletableFuture<FakeConnection> implements Waiter.Caller {

        private final @Nullable FutureCallback<Entry> callback;
        private volatile @Nullable Waiter place;

        private Wait(@Nullable FutureCallback<Entry> callback) {
            this.callback = callback;
        }

        Waiter place() {
            return requireNonNull(place);
        }

        boolean hasWay() {
            return isDone() || place().isAdmitted();
        }

        @Override
        public void told(Waiter wait) {
            place = wait;
            Entry entry = wait.take();
            Throwable why = wait.failure();
            if (entry != null) {
                serve((FakeConnection) entry);
            } else if (why instanceof CancellationException) {
                super.cancel(true);
                tell(FutureCallback::cancelled);
            } else if (why != null && completeExceptionally(why)) {
                tell(told -> told.failed(new ExecutionException(why)));
            }
        }

        private void serve(FakeConnection entry) {
            complete(entry);
            tell(told -> told.completed(entry));
        }

        private void tell(Consumer<FutureCallback<Entry>> how) {
            if (callback != null) {
                how.accept(callback);
            }
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            return !isDone() && place().cancel();
        }

        @Override
        public FakeConnection get() throws InterruptedException, ExecutionException {
            try {
                return get(30, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public FakeConnection get(long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            long endNanos = System.nanoTime() + unit.toNanos(timeout);
            while (true) {
                long leftNanos = isDone() ? 0 : Math.max(0, endNanos - System.nanoTime());
                try {
                    return super.get(Math.min(leftNanos, isDone() ? 0 : place().pauseNanos()), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (leftNanos > 0) {
                        place().ask();
                    } else if (place().cancel()) {
                        throw e;
                    }
                } catch (InterruptedException e) {
                    if (place().cancel()) {
                        throw e;
                    }
                }
            }
        }
    }

    Wait lease(String route, @Nullable Object state, Timeout timeout, @Nullable FutureCallback<Entry> callback) {
        return lease(route, state, LeaseTerms.ANY, timeout, callback);
    }

    Wait lease(
            String route,
            @Nullable Object state,
            LeaseTerms terms,
            Timeout timeout,
            @Nullable FutureCallback<Entry> callback) {
        while (true) {
            Wait wait = new Wait(callback); // one in a route that was forgotten has ended
            Object got = segment(route).lease(state, terms, timeout.toNanoseconds(), Integer.MAX_VALUE, wait);
            if (got instanceof Waiter place) {
                wait.place = place;
                return wait;
            }
            if (got instanceof FakeConnection entry) {
                wait.serve(entry);
                return wait;
            }
        }
    }

    void release(FakeConnection entry, boolean reusable) {
        entry.giveBack(reusable, true);
    }

    void sweep(Predicate<FakeConnection> mustGo) {
        pool.sweep(connection -> mustGo.test((FakeConnection) connection) ? CloseCause.IDLE : null);
    }

    void maxDialing(int max) {
        maxDialing = max;
        applyLimits();
    }

    void setMaxTotal(int max) {
        pool.limit(max, 0);
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

    Segment.Stats stats(String route) {
        return segment(route).stats();
    }

    PoolStats getStats(String route) {
        Segment.Stats now = stats(route);
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
                .map(segment -> (String) segment.key)
                .collect(Collectors.toSet());
    }

    boolean isClosed() {
        return pool.isClosed();
    }

    boolean hasStarving() {
        return pool.starving > 0;
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
