package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connection that reaches the end of its lifetime in use, or soon after it, is replaced by one dial. */
class SuccessorsIT {

    private static final Duration LIFETIME = Duration.ofSeconds(100);
    private static final Duration INTERVAL = Duration.ofMillis(40);

    private final PoolClock clock = new PoolClock();
    private final LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private HttpPoolBuilder aging() {
        return PatientPool.builder("test", clock)
                .keepAlive(k -> k.serverIdle(Duration.ofHours(1)).max(LIFETIME))
                .eviction(e -> e.idle(LIFETIME).maxLifetime(LIFETIME).jitter(0).interval(INTERVAL));
    }

    /** Lets as many calls hold their connections until they are released. */
    private List<PoolCall<String>> hold(HttpPool pool, int connections, CountDownLatch release) {
        List<PoolCall<String>> calls =
                PoolCall.start(connections, i -> PoolFetch.holding(pool.client(), server.origin(), release));
        PoolCall.awaitUntil(
                () -> pool.snapshot().leased() == connections && pool.snapshot().dialing() == 0);
        return calls;
    }

    private static void finish(List<PoolCall<String>> calls, CountDownLatch release) throws Exception {
        release.countDown();
        for (PoolCall<String> call : calls) {
            assertThat(call.get()).isEqualTo("ok");
        }
    }

    /** Returns after the background has looked at the pool twice, at the least. */
    private static void letLook(HttpPool pool) throws InterruptedException {
        new CountDownLatch(1).await(10 * INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(pool.snapshot().dialing()).isZero();
    }

    @Test
    void connectionInRecentUseIsReplacedByOneDial() throws IOException {
        try (HttpPool pool = aging().build()) {
            PoolFetch.get(pool, server);
            clock.advance(LIFETIME.minus(INTERVAL.dividedBy(2)));
            PoolFetch.get(pool, server);
            clock.advance(INTERVAL.dividedBy(2));

            PoolCall.awaitUntil(() -> server.accepted() == 2 && pool.snapshot().idle() == 1);
            PoolFetch.get(pool, server);

            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(1);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.MAX_LIFETIME, 1L));
            assertThat(PoolBooks.outcomes(pool))
                    .containsOnly(entry(LeaseOutcome.DIALED, 1L), entry(LeaseOutcome.REUSED, 2L));
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @Test
    void connectionsInUseGoAfterTheirExchanges() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (HttpPool pool = aging().maxPerRoute(12).build()) {
            List<PoolCall<String>> calls = hold(pool, 6, release);
            clock.advance(LIFETIME);
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 6);
            letLook(pool);
            assertThat(server.open()).isEqualTo(12);

            finish(calls, release);

            server.awaitOpen(6, PoolCall.PATIENCE);
            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(6);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.MAX_LIFETIME, 6L));
            assertThat(server.accepted()).isEqualTo(12);
        }
    }

    @Test
    void connectionThatIsNotNeededIsNotReplaced() throws Exception {
        try (HttpPool pool = aging().build()) {
            PoolFetch.get(pool, server);
            clock.advance(LIFETIME);

            PoolCall.awaitUntil(() -> server.open() == 0);
            letLook(pool);
            assertThat(server.accepted()).isEqualTo(1);
            assertThat(PoolBooks.atRest(pool).idle()).isZero();
        }
    }

    @Test
    void failureIsNotRepeated() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        EventRecorder events = new EventRecorder();
        try (HttpPool pool = aging().listener(events).build()) {
            List<PoolCall<String>> calls = hold(pool, 1, release);
            server.stopAccepting();
            clock.advance(LIFETIME);
            PoolCall.awaitUntil(() -> events.of(DialEnded.class).size() == 2);
            letLook(pool);

            finish(calls, release);

            assertThat(PoolBooks.atRest(pool).idle()).isZero();
            assertThat(events.of(DialEnded.class))
                    .extracting(DialEnded::outcome)
                    .containsExactly(DialOutcome.CONNECTED, DialOutcome.REFUSED);
        }
    }
}
