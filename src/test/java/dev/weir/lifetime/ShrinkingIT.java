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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of connections that a burst has left behind. */
class ShrinkingIT {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

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
