package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever threads do to each other, nothing is lost, no caller is left waiting and no limit is broken. */
@Tag("stress")
class SegmentedPoolStressIT {

    private static final int THREADS = 12;
    private static final int MOST = 8;

    @Test
    void losesNothingWhileLimitsChangeAndSweepsRun() throws InterruptedException {
        TestPool pool = new TestPool(3, 4);
        Stress stress = new Stress(pool, 4, 8);

        boolean ended = stress.run(THREADS, 1_500, () -> disturb(pool));

        pool.setDefaultMaxPerRoute(3);
        pool.setMaxTotal(4);
        pool.setMaxPerRoute("route0", -1);
        assertSound(pool, stress, ended, 4);
    }

    @Test
    void losesNothingWhileLimitsOfExchangesChange() throws InterruptedException {
        AtomicInteger ofRoutes = new AtomicInteger();
        TestPool pool = new TestPool(3, 4);
        pool.maxInFlight(route -> ofRoutes.get());
        pool.dialWith(1, entry -> TestPool.establish(entry, 3));
        Stress stress = new Stress(pool, 4, 4 * 3);

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
        TestPool pool = new TestPool(3, 4);
        Queue<FakeConnection> entries = new ConcurrentLinkedQueue<>();
        pool.dialWith(1, entry -> {
            entries.add(entry);
            TestPool.establish(entry, 3);
        });
        Stress stress = new Stress(pool, 4, 4 * 3);

        boolean ended = stress.run(THREADS, 1_500, () -> changeOne(entries));

        pool.sweep(entry -> true);
        assertSound(pool, stress, ended, 4);
    }

    /** Rounds of 64 threads under other limits each; {@code -Dstress.seconds} for more of them. */
    @Test
    void losesNothingWhenRoutesDial() throws Exception {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("stress.seconds", 3));
        for (int round = 0; System.nanoTime() - endNanos < 0; round++) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            int total = random.nextInt(2, MOST + 1);
            int perRoute = random.nextInt(2, MOST + 1);
            int callers = random.nextInt(4);
            int routes = random.nextInt(1, 5);
            int dialing = random.nextInt(1, 4);
            int inFlight = random.nextBoolean() ? 0 : perRoute;
            TestPool pool = new TestPool(perRoute, total);
            pool.maxDialing(dialing);
            pool.maxInFlight(route -> inFlight);
            Dials dials = new Dials(pool, callers);
            Stress stress = new Stress(pool, routes, MOST * Math.max(1, callers), Math.max(1, callers));

            boolean closes = round % 3 == 2;
            long closeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(300));
            boolean ended = stress.run(64, 300, () -> dials.disturb(closes && System.nanoTime() - closeNanos > 0));

            pool.setMaxTotal(total);
            assertThat(stress.failure())
                    .as("%d in total, %d per route, %d callers each, %d routes", total, perRoute, callers, routes)
                    .isNull();
            assertThat(ended).as("all threads ended").isTrue();
            dials.assertSound(total, closes);
        }
    }

    /** Ends dials on other threads: some fail, others establish connections with less room than expected. */
    private static final class Dials {
        private final TestPool pool;
        private final int callers;
        private final ExecutorService threads = Executors.newFixedThreadPool(4);
        private final Queue<FakeConnection> made = new ConcurrentLinkedQueue<>();
        private final Queue<FakeConnection> entries = new ConcurrentLinkedQueue<>();
        private volatile int failing = 8;

        Dials(TestPool pool, int callers) {
            this.pool = pool;
            this.callers = callers;
            pool.dialWith(callers, this::begin);
        }

        private void begin(FakeConnection dial) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            if (random.nextInt(8) >= failing) {
                throw new UncheckedIOException(new IOException("on purpose"));
            }
            dial.open();
            made.add(dial);
            threads.execute(() -> end(dial));
        }

        private void end(FakeConnection dial) {
            int chance = ThreadLocalRandom.current().nextInt(8);
            if (chance >= failing) {
                dial.dialFailed(new IOException("on purpose"), chance < 7);
            } else {
                dial.dialed(() -> 1 + chance % Math.max(1, callers));
                entries.add(dial);
            }
        }

        void disturb(boolean closes) {
            FakeConnection entry = entries.poll();
            failing = 5 + ThreadLocalRandom.current().nextInt(4);
            if (closes) {
                pool.close(CloseMode.IMMEDIATE);
            } else if (entry != null) {
                switch (ThreadLocalRandom.current().nextInt(6)) {
                    case 0 -> entry.retire();
                    case 1 -> entry.resize(() -> 0);
                    case 2 -> pool.setMaxTotal(2 + ThreadLocalRandom.current().nextInt(MOST - 1));
                    case 3 -> pool.sweep(connection -> true);
                    default -> entries.add(entry);
                }
                entry.resize(() -> 1);
            }
        }

        void assertSound(int total, boolean isClosed) throws Exception {
            failing = 8;
            if (!isClosed) {
                for (int i = 0; i < total; i++) {
                    pool.lease("fresh" + i, null, Timeout.DISABLED, null).get(30, TimeUnit.SECONDS);
                }
                assertThat(pool.getTotalStats().getLeased()).isEqualTo(total);
                assertThat(pool.lease("more", null, Timeout.DISABLED, null)).isNotDone();
                assertThat(pool.getTotalStats().getPending()).isOne();
                assertThat(made).filteredOn(each -> each.closedBy() == null).hasSize(total);
            }
            pool.close(CloseMode.IMMEDIATE);
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            assertThat(made).noneMatch(each -> each.closedBy() == null);
            assertThat(pool).hasToString("[leased: 0][available: 0][pending: 0]");
            assertThat(pool.allocated()).isZero();
            assertThat(pool.hasStarving()).isFalse();
        }
    }

    private static void changeOne(Queue<FakeConnection> entries) {
        FakeConnection entry = entries.poll();
        if (entry == null) {
            return;
        }
        switch (ThreadLocalRandom.current().nextInt(3)) {
            case 0 -> entry.retire();
            case 1 -> entry.resize(() -> 1);
            default -> entries.add(entry);
        }
    }

    private static void disturb(TestPool pool) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(4)) {
            case 0 -> pool.setMaxTotal(1 + random.nextInt(8));
            case 1 -> pool.setDefaultMaxPerRoute(1 + random.nextInt(4));
            case 2 -> pool.setMaxPerRoute("route0", random.nextBoolean() ? 1 : -1);
            default -> pool.sweep(entry -> random.nextBoolean());
        }
    }

    private static void assertSound(TestPool pool, Stress stress, boolean ended, int capacity) {
        assertThat(stress.failure()).isNull();
        assertThat(ended).as("all threads ended").isTrue();
        assertThat(stress.served()).isPositive();
        assertThat(pool.getTotalStats().getLeased()).isZero();
        assertThat(pool.getTotalStats().getPending()).isZero();
        assertThat(pool.hasStarving()).isFalse();
        assertThat(pool.allocated()).isEqualTo(pool.getTotalStats().getAvailable());
        for (int i = 0; i < capacity; i++) {
            String route = capacity > 2 ? "fresh" + i : "route0";
            assertThat(pool.lease(route, null, Timeout.DISABLED, null)).isDone();
        }
        assertThat(pool.lease("route0", null, Timeout.DISABLED, null)).isNotDone();
        pool.close(CloseMode.IMMEDIATE);
        assertThat(pool.allocated()).isZero();
    }
}
