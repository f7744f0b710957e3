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
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever threads do to each other, nothing is lost, no caller is left waiting and no limit is broken. */
@Tag("stress")
class SegmentedPoolStressIT {

    private static final int THREADS = 12;

    @Test
    void losesNothingWhenTheTotalBinds() throws InterruptedException {
        SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(3, 4, PoolReusePolicy.LIFO);
        Stress stress = new Stress(pool, 6, 4);

        boolean ended = stress.run(THREADS, 1_500, () -> {});

        assertSound(pool, stress, ended, 4);
    }

    @Test
    void losesNothingOnOneRoute() throws InterruptedException {
        SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(2, 100, PoolReusePolicy.FIFO);
        Stress stress = new Stress(pool, 1, 2);

        boolean ended = stress.run(THREADS, 1_000, () -> {});

        assertSound(pool, stress, ended, 2);
    }

    @Test
    void losesNothingWhileLimitsChangeAndSweepsRun() throws InterruptedException {
        SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(3, 4, PoolReusePolicy.LIFO);
        Stress stress = new Stress(pool, 4, 8);

        boolean ended = stress.run(THREADS, 1_500, () -> disturb(pool));

        pool.setDefaultMaxPerRoute(3);
        pool.setMaxTotal(4);
        pool.setMaxPerRoute("route0", -1);
        assertSound(pool, stress, ended, 4);
    }

    @Test
    void losesNothingWhenExchangesAreLimited() throws InterruptedException {
        SegmentedPool<String, FakeConnection> pool = limited(8, () -> 2);
        Stress stress = new Stress(pool, 1, 2);

        boolean ended = stress.run(THREADS, 1_500, () -> {});

        assertSound(pool, stress, ended, 2);
    }

    @Test
    void losesNothingWhileLimitsOfExchangesChange() throws InterruptedException {
        AtomicInteger ofRoutes = new AtomicInteger();
        SegmentedPool<String, FakeConnection> pool = limited(4, ofRoutes::get);
        Stress stress = new Stress(pool, 4, 4 * 3, entry -> pool.changeCapacity(entry, 3));

        boolean ended = stress.run(THREADS, 1_500, () -> {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            ofRoutes.set(random.nextInt(3));
            pool.setDefaultMaxPerRoute(3); // reads the limits again
        });

        ofRoutes.set(0);
        pool.setDefaultMaxPerRoute(3);
        pool.sweep(entry -> true);
        assertSound(pool, stress, ended, 4);
    }

    @Test
    void losesNothingWhenCallersShareConnections() throws InterruptedException {
        SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(3, 4, PoolReusePolicy.LIFO);
        Queue<PoolEntry<String, FakeConnection>> entries = new ConcurrentLinkedQueue<>();
        Stress stress = new Stress(pool, 4, 4 * 3, entry -> {
            entries.add(entry);
            pool.changeCapacity(entry, 3);
        });

        boolean ended = stress.run(THREADS, 1_500, () -> changeOne(pool, entries));

        pool.sweep(entry -> true);
        assertSound(pool, stress, ended, 4);
    }

    private static SegmentedPool<String, FakeConnection> limited(int total, IntSupplier ofRoutes) {
        FakeOwner owner = new FakeOwner() {
            @Override
            public int maxInFlight(String route) {
                return ofRoutes.getAsInt();
            }
        };
        return new SegmentedPool<>(3, total, PoolReusePolicy.LIFO, owner, System::nanoTime);
    }

    private static void changeOne(
            SegmentedPool<String, FakeConnection> pool, Queue<PoolEntry<String, FakeConnection>> entries) {
        PoolEntry<String, FakeConnection> entry = entries.poll();
        if (entry == null) {
            return;
        }
        switch (ThreadLocalRandom.current().nextInt(3)) {
            case 0 -> pool.retire(entry);
            case 1 -> pool.changeCapacity(entry, 1);
            default -> entries.add(entry);
        }
    }

    private static void disturb(SegmentedPool<String, FakeConnection> pool) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(5)) {
            case 0 -> pool.setMaxTotal(1 + random.nextInt(8));
            case 1 -> pool.setDefaultMaxPerRoute(1 + random.nextInt(4));
            case 2 -> pool.setMaxPerRoute("route0", random.nextBoolean() ? 1 : -1);
            case 3 -> pool.sweep(entry -> random.nextBoolean());
            default -> pool.expireWaiters();
        }
    }

    @Test
    void closingEndsEveryWait() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(2, 3, PoolReusePolicy.LIFO);
            List<Future<PoolEntry<String, FakeConnection>>> futures = new ArrayList<>();
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
            SegmentedPool<String, FakeConnection> pool, List<Future<PoolEntry<String, FakeConnection>>> futures) {
        try {
            for (int i = 0; i < 100_000; i++) {
                futures.add(pool.lease("route" + i % 50, null, Timeout.DISABLED, null));
            }
        } catch (IllegalStateException closed) {
            assertThat(closed).hasMessage("Connection pool shut down");
        }
    }

    private static void assertSound(
            SegmentedPool<String, FakeConnection> pool, Stress stress, boolean ended, int capacity) {
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
