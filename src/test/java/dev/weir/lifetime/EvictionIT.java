package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EvictionIT {

    private final PoolClock clock = new PoolClock();
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private HttpPoolBuilder aging() {
        return PatientPool.builder("test", clock);
    }

    private void fill(HttpPool pool, int connections) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<PoolCall<String>> calls =
                PoolCall.start(connections, i -> PoolFetch.holding(pool.client(), server.origin(), release));
        PoolCall.awaitUntil(
                () -> pool.snapshot().leased() == connections && pool.snapshot().dialing() == 0);
        release.countDown();
        for (PoolCall<String> call : calls) {
            call.get();
        }
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == connections);
    }

    @Test
    void useMakesAConnectionYoungAgain() throws Exception {
        try (HttpPool pool =
                aging().eviction(e -> e.idle(Duration.ofSeconds(10))).build()) {
            for (int i = 0; i < 5; i++) {
                PoolFetch.get(pool, server);
                clock.advance(Duration.ofSeconds(9));
                pool.connectionManager().closeExpired();
            }

            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void jitterSpreadsTheEndsOfLifetimesAndOnlyShortensThem() throws Exception {
        Duration lifetime = Duration.ofSeconds(100);
        try (HttpPool pool = aging().maxPerRoute(40)
                .keepAlive(k -> k.serverIdle(Duration.ofHours(1)).max(lifetime))
                .eviction(
                        e -> e.idle(lifetime).maxLifetime(lifetime).jitter(0.5).interval(lifetime))
                .build()) {
            fill(pool, 40);
            List<Integer> left = new ArrayList<>();
            clock.advance(Duration.ofMillis(49_999));
            for (int second = 50; second <= 100; second++) {
                pool.connectionManager().closeExpired();
                left.add(pool.snapshot().idle());
                clock.advance(Duration.ofSeconds(1));
            }
            pool.connectionManager().closeExpired();

            assertThat(left.get(0)).isEqualTo(40);
            assertThat(new HashSet<>(left)).hasSizeGreaterThan(8);
            assertThat(PoolBooks.atRest(pool).idle()).isZero();
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.MAX_LIFETIME, 40L));
        }
    }

    @Test
    void oldConnectionEndsAfterItsExchangeNotWithinIt() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (HttpPool pool = aging().build()) {
            PoolCall<String> call = PoolCall.start(PoolFetch.holding(pool.client(), server.origin(), release));
            PoolCall.awaitUntil(() -> server.requests() == 1);
            clock.advance(Duration.ofHours(1));
            pool.connectionManager().closeExpired();
            assertThat(server.open()).isEqualTo(1);

            release.countDown();

            assertThat(call.get()).isEqualTo("ok");
            PoolCall.awaitUntil(() -> !PoolBooks.causes(pool).isEmpty());
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.MAX_LIFETIME, 1L));
        }
    }

    @Test
    void maxRequestsEndsAConnection() throws IOException {
        try (HttpPool pool = aging().eviction(e -> e.maxRequests(3)).build()) {
            for (int i = 0; i < 9; i++) {
                PoolFetch.get(pool, server);
            }

            assertThat(server.connections()).extracting(c -> c.requests()).startsWith(3, 3, 3);
            assertThat(server.accepted())
                    .as("with one opened in time for the next")
                    .isBetween(3, 4);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.MAX_REQUESTS, 3L));
        }
    }

    @Test
    void validationAtEveryLeaseNeverRunsIntoAClosedConnection() throws IOException {
        try (HttpPool pool =
                aging().eviction(e -> e.validateAfter(Duration.ZERO)).build()) {
            for (int i = 0; i < 20; i++) {
                post(pool);
                PoolCall.awaitUntil(() -> server.closeIdleNow(false) == 1);
            }

            assertThat(server.accepted()).isEqualTo(20);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.STALE, 19L));
        }
    }

    private void post(HttpPool pool) throws IOException {
        int status = pool.client()
                .execute(
                        ClassicRequestBuilder.post(server.origin() + "/")
                                .setEntity(new StringEntity("order"))
                                .build(),
                        response -> response.getCode());
        assertThat(status).isEqualTo(200);
    }

    @Test
    void whatWasInUseAMomentAgoIsNotLookedAt() throws IOException {
        try (HttpPool pool =
                aging().eviction(e -> e.validateAfter(Duration.ofSeconds(2))).build()) {
            PoolFetch.get(pool, server);
            PoolCall.awaitUntil(() -> server.closeIdleNow(false) == 1);
            clock.advance(Duration.ofNanos(999_999));
            PoolFetch.get(pool, server);
            PoolCall.awaitUntil(() -> server.closeIdleNow(false) == 1);
            clock.advance(Duration.ofMillis(1));
            PoolFetch.get(pool, server);

            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool))
                    .containsOnly(entry(CloseCause.SERVER_CLOSED_IDLE, 1L), entry(CloseCause.STALE, 1L));
        }
    }

    @Test
    void backgroundTaskEvictsByItself() throws IOException {
        try (HttpPool pool = PatientPool.builder("test")
                .eviction(e -> e.idle(Duration.ofMillis(300)).interval(Duration.ofMillis(50)))
                .build()) {
            PoolFetch.get(pool, server);

            server.awaitOpen(0, PoolCall.PATIENCE);

            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.IDLE, 1L));
        }
    }

    @Test
    void poolsShareOneDaemonThreadThatEndsWithTheLastOfThem() {
        try (HttpPool one = PatientPool.builder("one").build();
                HttpPool two = PatientPool.builder("two").build();
                HttpPool three = PatientPool.builder("three").build()) {
            // That of the pools before these may be about to end.
            PoolCall.awaitUntil(() -> maintenanceThreads().size() == 1);

            assertThat(maintenanceThreads()).hasSize(1).allMatch(Thread::isDaemon);
            assertThat(List.of(one, two, three)).allMatch(HttpPool::isOpen);
        }

        PoolCall.awaitUntil(() -> maintenanceThreads().isEmpty());
    }

    private static Set<Thread> maintenanceThreads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().equals("weir-maintenance"));
        return threads;
    }

    /** What becomes of connections that a burst has left behind. */
    @Nested
    class Shrinking {
        private static final Duration INTERVAL = Duration.ofSeconds(5);

        private HttpPool pool() {
            return builder().maxPerRoute(40).build();
        }

        private HttpPoolBuilder builder() {
            return PatientPool.builder("test", clock)
                    .eviction(e -> e.idle(Duration.ofSeconds(60)).interval(INTERVAL))
                    .keepAlive(k -> k.serverIdle(Duration.ofSeconds(200)).max(Duration.ofSeconds(100)));
        }

        private void burst(HttpPool pool, int callers) throws Exception {
            CountDownLatch release = new CountDownLatch(1);
            List<PoolCall<String>> calls =
                    PoolCall.start(callers, i -> PoolFetch.holding(pool.client(), server.origin(), release));
            PoolCall.awaitUntil(
                    () -> pool.snapshot().leased() == callers && pool.snapshot().dialing() == 0);
            release.countDown();
            for (PoolCall<String> call : calls) {
                call.get();
            }
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        }

        private int idleAfterInterval(HttpPool pool) {
            clock.advance(INTERVAL);
            pool.connectionManager().closeExpired();
            return pool.snapshot().idle();
        }

        @Test
        void halfOfWhatWasNotNeededGoesEachInterval() throws Exception {
            try (HttpPool pool = pool()) {
                burst(pool, 16);

                List<Integer> idle = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    idle.add(idleAfterInterval(pool));
                }

                assertThat(idle).containsExactly(16, 8, 4, 2, 1, 1, 1, 1);
                PoolBooks.atRest(pool);
                assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.SURPLUS_IDLE, 15L));
            }
        }

        @Test
        void whatIsNeededStays() throws Exception {
            try (HttpPool pool = pool()) {
                burst(pool, 16);
                for (int i = 0; i < 10; i++) {
                    burst(pool, 10);
                    idleAfterInterval(pool);
                }
                int before = server.accepted();

                burst(pool, 10);

                assertThat(pool.snapshot().idle()).isBetween(10, 11);
                assertThat(server.accepted()).isEqualTo(before);
            }
        }

        @Test
        void whatTheRouteMustKeepStays() throws Exception {
            try (HttpPool pool = builder()
                    .maxPerRoute(16)
                    .route(server.origin(), r -> r.minIdle(4))
                    .build()) {
                burst(pool, 16);

                List<Integer> idle = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    idle.add(idleAfterInterval(pool));
                }

                assertThat(idle).containsExactly(16, 8, 4, 4, 4, 4);
                assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.SURPLUS_IDLE, 12L));
            }
        }
    }
}
