package dev.weir.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;

/**
 * Callers of one route in a time that passes by itself: each leases, dials if it may, holds the connection for a while, and
 * gives it back. Times vary by half to both sides. Ungoverned, each caller without a connection dials, and is bound to that.
 */
final class LoadSimulation {

    static final int LIMIT = 200;

    private static final String ROUTE = "a";
    private static final Timeout POOL_WAIT = Timeout.ofSeconds(1);
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private record Event(long atNanos, long number, Runnable action) {}

    private record Call(DialWait<String, FakeConnection> dial, boolean again) {}

    private final Random random = new Random(1);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
    private final List<Call> waiting = new ArrayList<>();
    private final Set<PoolEntry<String, FakeConnection>> dialling = new HashSet<>();
    private final SegmentedPool<String, FakeConnection> pool;
    private final boolean governed;
    private final long dialMillis;
    private final long holdMillis;
    private long nowNanos = 1;
    private long number;
    private int dials;
    private int served;
    private int failed;

    LoadSimulation(boolean governed, long dialMillis, long holdMillis) {
        this.governed = governed;
        this.dialMillis = dialMillis;
        this.holdMillis = holdMillis;
        pool = new SegmentedPool<>(LIMIT, LIMIT, PoolReusePolicy.LIFO, FakeConnection::grade, () -> nowNanos);
        if (governed) {
            pool.maxDialing(8);
        }
    }

    /** How many dials have begun. */
    int dials() {
        return dials;
    }

    /** How many callers have given their connection back. */
    int served() {
        return served;
    }

    /** How many callers got none in time. */
    int failed() {
        return failed;
    }

    /** Lets callers come, once or again and again. */
    void come(int callers, boolean again) {
        for (int i = 0; i < callers; i++) {
            ask(again);
        }
    }

    void pass(long millis) {
        long endNanos = nowNanos + millis * MILLISECOND;
        for (Event next = events.peek(); next != null && next.atNanos <= endNanos; next = events.peek()) {
            events.remove();
            nowNanos = next.atNanos;
            next.action.run();
            serveWhoDials();
        }
        nowNanos = endNanos;
    }

    private void after(long nanos, Runnable action) {
        events.add(new Event(nowNanos + nanos, number++, action));
    }

    private long about(long millis) {
        return (long) (millis * MILLISECOND * (0.5 + random.nextDouble()));
    }

    private void ask(boolean again) {
        Future<PoolEntry<String, FakeConnection>> future = pool.lease(ROUTE, null, POOL_WAIT, new FutureCallback<>() {
            @Override
            public void completed(PoolEntry<String, FakeConnection> entry) {
                after(0, () -> got(entry, again));
            }

            @Override
            public void failed(Exception e) {
                failed++;
            }

            @Override
            public void cancelled() {}
        });
        if (future instanceof Waiter<String, FakeConnection> waiter && waiter.askAfterNanos > 0) {
            long halfNanos = waiter.limitNanos / 2;
            after(Math.min(waiter.askAfterNanos, halfNanos) + MILLISECOND, () -> askAgain(waiter));
            after(halfNanos + MILLISECOND, () -> askAgain(waiter));
        }
    }

    // As a thread does that waits.
    private static void askAgain(Waiter<String, FakeConnection> waiter) {
        if (!waiter.isDone()) {
            waiter.segment.ask(waiter);
        }
    }

    private void got(PoolEntry<String, FakeConnection> entry, boolean again) {
        if (entry.hasConnection() && !dialling.contains(entry)) {
            hold(entry, again);
        } else if (governed) {
            dial(entry, again);
        } else {
            dials++;
            entry.assignConnection(new FakeConnection());
            after(about(dialMillis), () -> hold(entry, again));
        }
    }

    private void dial(PoolEntry<String, FakeConnection> entry, boolean again) {
        DialWait<String, FakeConnection> wait = Objects.requireNonNull(pool.dialWait(entry));
        waiting.add(new Call(wait, again));
        if (dialling.contains(entry)) {
            pool.join(wait);
            return;
        }
        entry.assignConnection(new FakeConnection());
        if (pool.dial(wait)) {
            dials++;
            dialling.add(entry);
            after(about(dialMillis), () -> dialled(entry));
        }
    }

    private void dialled(PoolEntry<String, FakeConnection> entry) {
        dialling.remove(entry);
        pool.dialed(entry);
    }

    private void serveWhoDials() {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            Call call = waiting.get(i);
            if (call.dial.isDone()) {
                waiting.remove(i);
                hold(entry(call.dial), call.again);
            }
        }
    }

    private static PoolEntry<String, FakeConnection> entry(DialWait<String, FakeConnection> wait) {
        try {
            return wait.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void hold(PoolEntry<String, FakeConnection> entry, boolean again) {
        after(about(holdMillis), () -> release(entry, again));
    }

    private void release(PoolEntry<String, FakeConnection> entry, boolean again) {
        served++;
        pool.release(entry, true);
        if (again) {
            ask(true);
        }
    }
}
