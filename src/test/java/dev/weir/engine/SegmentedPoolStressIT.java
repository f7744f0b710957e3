package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever threads do to each other, nothing is lost, no caller is left waiting and no limit is broken. */
@Tag("stress")
class SegmentedPoolStressIT {

    private static final int THREADS = 12;

    @Test
    void losesNothingWhenTheTotalBinds() throws InterruptedException {
        TestPool<FakeConnection> pool = new TestPool<>(3, 4);
        Stress stress = new Stress(pool, 6, 4);

        boolean ended = stress.run(THREADS, 1_500, () -> {});

        assertSound(pool, stress, ended, 4);
    }

    @Test
    void losesNothingOnOneRoute() throws InterruptedException {
        TestPool<FakeConnection> pool = new TestPool<>(2, 100);
        Stress stress = new Stress(pool, 1, 2);

        boolean ended = stress.run(THREADS, 1_000, () -> {});

        assertSound(pool, stress, ended, 2);
    }

    @Test
    void losesNothingWhileLimitsChangeAndSweepsRun() throws InterruptedException {
        TestPool<FakeConnection> pool = new TestPool<>(3, 4);
        Stress stress = new Stress(pool, 4, 8);

        boolean ended = stress.run(THREADS, 1_500, () -> disturb(pool));

        pool.setDefaultMaxPerRoute(3);
        pool.setMaxTotal(4);
        pool.setMaxPerRoute("route0", -1);
        assertSound(pool, stress, ended, 4);
    }

    @Test
    void losesNothingWhenExchangesAreLimited() throws InterruptedException {
        TestPool<FakeConnection> pool = limited(8, () -> 2);
        Stress stress = new Stress(pool, 1, 2);

        boolean ended = stress.run(THREADS, 1_500, () -> {});

        assertSound(pool, stress, ended, 2);
    }

    @Test
    void losesNothingWhileLimitsOfExchangesChange() throws InterruptedException {
        AtomicInteger ofRoutes = new AtomicInteger();
        TestPool<FakeConnection> pool = limited(4, ofRoutes::get);
        Stress stress = new Stress(pool, 4, 4 * 3, entry -> entry.resize(() -> 3));

        boolean ended = stress.run(THREADS, 1_500, () -> {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            ofRoutes.set(random.nextInt(3));
            pool.applyLimits();
        });

        ofRoutes.set(0);
        pool.applyLimits();
        pool.sweep(entry -> true);
        assertSound(pool, stress, ended, 4);
    }

    @Test
    void losesNothingWhenCallersShareConnections() throws InterruptedException {
        TestPool<FakeConnection> pool = new TestPool<>(3, 4);
        Queue<Entry<String, FakeConnection>> entries = new ConcurrentLinkedQueue<>();
        Stress stress = new Stress(pool, 4, 4 * 3, entry -> {
            entries.add(entry);
            entry.resize(() -> 3);
        });

        boolean ended = stress.run(THREADS, 1_500, () -> changeOne(entries));

        pool.sweep(entry -> true);
        assertSound(pool, stress, ended, 4);
    }

    private static TestPool<FakeConnection> limited(int total, IntSupplier ofRoutes) {
        TestPool<FakeConnection> pool = new TestPool<>(3, total);
        pool.maxInFlight(route -> ofRoutes.getAsInt());
        return pool;
    }

    private static void changeOne(Queue<Entry<String, FakeConnection>> entries) {
        Entry<String, FakeConnection> entry = entries.poll();
        if (entry == null) {
            return;
        }
        switch (ThreadLocalRandom.current().nextInt(3)) {
            case 0 -> entry.retire();
            case 1 -> entry.resize(() -> 1);
            default -> entries.add(entry);
        }
    }

    private static void disturb(TestPool<FakeConnection> pool) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(4)) {
            case 0 -> pool.setMaxTotal(1 + random.nextInt(8));
            case 1 -> pool.setDefaultMaxPerRoute(1 + random.nextInt(4));
            case 2 -> pool.setMaxPerRoute("route0", random.nextBoolean() ? 1 : -1);
            default -> pool.sweep(entry -> random.nextBoolean());
        }
    }

    @Test
    void closingEndsEveryWait() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            TestPool<FakeConnection> pool = new TestPool<>(2, 3);
            List<Future<Entry<String, FakeConnection>>> futures = new ArrayList<>();
            Thread asking = new Thread(() -> askUntilClosed(pool, futures), "asking");
            asking.start();
            pool.close(CloseMode.IMMEDIATE);
            asking.join();

            assertThat(futures).allMatch(Future::isDone);
            assertThat(pool).hasToString("[leased: 0][available: 0][pending: 0]");
            assertThat(pool.getRoutes()).isEmpty();
        }
    }

    private static void askUntilClosed(
            TestPool<FakeConnection> pool, List<Future<Entry<String, FakeConnection>>> futures) {
        try {
            for (int i = 0; i < 100_000; i++) {
                futures.add(pool.lease("route" + i % 50, null, Timeout.DISABLED, null));
            }
        } catch (IllegalStateException closed) {
            assertThat(closed).hasMessage("Connection pool shut down");
        }
    }

    private static void assertSound(TestPool<FakeConnection> pool, Stress stress, boolean ended, int capacity) {
        assertThat(stress.failure()).isNull();
        assertThat(ended).as("all threads ended").isTrue();
        assertThat(stress.served()).isPositive();
        assertThat(pool.getTotalStats().getLeased()).isZero();
        assertThat(pool.getTotalStats().getPending()).isZero();
        assertThat(pool.total().hasStarving()).isFalse();
        assertThat(pool.total().taken()).isEqualTo(pool.getTotalStats().getAvailable());
        for (int i = 0; i < capacity; i++) {
            String route = capacity > 2 ? "fresh" + i : "route0";
            assertThat(pool.lease(route, null, Timeout.DISABLED, null)).isDone();
        }
        assertThat(pool.lease("route0", null, Timeout.DISABLED, null)).isNotDone();
        pool.close(CloseMode.IMMEDIATE);
        assertThat(pool.total().taken()).isZero();
    }
}
