package dev.weir.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;

/**
 * Callers of one route in a time that passes by itself: each leases, dials if it may, holds the connection for a while, and
 * gives it back. Times vary by half to both sides. Ungoverned, there is a dial for each caller without a connection.
 *
 * <p>Threads of a busy machine are late: a caller that was served comes to its connection some time later, and one that
 * comes again does so after a pause, now and then a hundred times as long.
 */
final class LoadSimulation {

    static final int LIMIT = 200;

    private static final String ROUTE = "a";
    private static final Timeout POOL_WAIT = Timeout.ofSeconds(1);
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SELDOM = 50;
    private static final int LONG_PAUSE = 100;

    private record Event(long atNanos, long number, Runnable action) {}

    private final Random random = new Random(1);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
    private final Set<FakeConnection> dialing = new HashSet<>();
    private final TestPool pool;
    private final Duration dial;
    private final Duration hold;
    private final Duration late;
    private final Duration pause;
    private long nowNanos = 1;
    private long number;
    private int dials;
    private int served;
    private int failed;

    LoadSimulation(boolean governed, Duration dial, Duration hold) {
        this(governed, dial, hold, Duration.ZERO, Duration.ZERO);
    }

    LoadSimulation(boolean governed, Duration dial, Duration hold, Duration late, Duration pause) {
        this.dial = dial;
        this.hold = hold;
        this.late = late;
        this.pause = pause;
        pool = new TestPool(LIMIT, LIMIT, () -> nowNanos);
        pool.dialWith(1, this::begin);
        if (governed) {
            pool.maxDialing(8);
        }
    }

    /** How many dials have begun. */
    int dials() {
        return dials;
    }

    /** How many connections there are. */
    int open() {
        return pool.getTotalStats().getLeased() + pool.getTotalStats().getAvailable() - dialing.size();
    }

    /** How many callers wait for one. */
    int pending() {
        return pool.getTotalStats().getPending();
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
        }
        nowNanos = endNanos;
    }

    private void after(long nanos, Runnable action) {
        events.add(new Event(nowNanos + nanos, number++, action));
    }

    private long about(Duration time) {
        return (long) (time.toNanos() * (0.5 + random.nextDouble()));
    }

    private long pauseNanos() {
        return about(random.nextInt(SELDOM) == 0 ? pause.multipliedBy(LONG_PAUSE) : pause);
    }

    private void ask(boolean again) {
        TestPool.Wait future = pool.lease(ROUTE, null, POOL_WAIT, new FutureCallback<>() {
            @Override
            public void completed(Entry entry) {
                after(about(late), () -> hold((FakeConnection) entry, again));
            }

            @Override
            public void failed(Exception e) {
                failed++;
            }

            @Override
            public void cancelled() {}
        });
        if (future.isDone()) {
            return;
        }
        Waiter waiter = future.place();
        long askAfterNanos = waiter.segment.askAfterNanos();
        long halfNanos = waiter.limitNanos / 2;
        after(Math.min(askAfterNanos, halfNanos) + MILLISECOND, () -> askAgain(waiter));
        after(halfNanos + MILLISECOND, () -> askAgain(waiter));
    }

    // As a thread does that waits.
    private static void askAgain(Waiter waiter) {
        if (!waiter.isDone()) {
            waiter.ask();
        }
    }

    private void begin(FakeConnection entry) {
        dials++;
        dialing.add(entry);
        entry.open();
        after(about(dial), () -> {
            dialing.remove(entry);
            entry.dialed(() -> 1);
        });
    }

    private void hold(FakeConnection entry, boolean again) {
        after(about(hold), () -> release(entry, again));
    }

    private void release(FakeConnection entry, boolean again) {
        served++;
        pool.release(entry, true);
        if (again) {
            after(pauseNanos(), () -> ask(true));
        }
    }
}
