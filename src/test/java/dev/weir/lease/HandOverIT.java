package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** An interrupt that meets the hand-over of a connection must not lose it (HTTPCORE-795). */
class HandOverIT {

    private static final int ROUNDS = 3_000;
    private static final Timeout PATIENCE = Timeout.ofSeconds(20);

    @Test
    void interruptsThatRaceWithReleasesLoseNothing() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("test")
                        .maxPerRoute(1)
                        .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                                .connect(Duration.ofSeconds(25))
                                .read(Duration.ofSeconds(30))
                                .total(Duration.ZERO))
                        .build()) {
            PoolFetch.get(pool, server);
            HttpClientConnectionManager manager = pool.connectionManager();
            HttpRoute route = new HttpRoute(new HttpHost("http", "127.0.0.1", server.port()));
            CyclicBarrier round = new CyclicBarrier(2);
            PoolCall<Integer> waiter = PoolCall.start(() -> waitAndRelease(manager, route, round));

            for (int i = 0; i < ROUNDS; i++) {
                ConnectionEndpoint held =
                        manager.lease("holder", route, PATIENCE, null).get(PATIENCE);
                round.await(20, TimeUnit.SECONDS);
                PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);
                if (i % 2 == 0) {
                    waiter.thread().interrupt();
                    manager.release(held, null, TimeValue.ofMinutes(1));
                } else {
                    manager.release(held, null, TimeValue.ofMinutes(1));
                    waiter.thread().interrupt();
                }
                round.await(20, TimeUnit.SECONDS);
            }

            assertThat(waiter.get()).isBetween(1, ROUNDS);
            assertThat(PoolBooks.atRest(pool).leased()).isZero();
            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
            assertThat(PoolBooks.leases(pool)).isEqualTo(2 + 2 * ROUNDS);
        }
    }

    /** Waits for the connection in each round, and returns how often the interrupt came first. */
    private static int waitAndRelease(HttpClientConnectionManager manager, HttpRoute route, CyclicBarrier round)
            throws Exception {
        int interrupted = 0;
        for (int i = 0; i < ROUNDS; i++) {
            round.await(20, TimeUnit.SECONDS);
            try {
                ConnectionEndpoint got =
                        manager.lease("waiter", route, PATIENCE, null).get(PATIENCE);
                manager.release(got, null, TimeValue.ofMinutes(1));
                PoolCall.awaitUntil(Thread::interrupted); // it comes in every round
            } catch (InterruptedException e) {
                interrupted++;
            }
            round.await(20, TimeUnit.SECONDS);
        }
        return interrupted;
    }
}
