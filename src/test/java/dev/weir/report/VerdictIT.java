package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.Verdict;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Why there was no connection: each verdict, provoked. */
class VerdictIT {

    private final EventRecorder events = new EventRecorder();
    private final CountDownLatch done = new CountDownLatch(1);
    private LoopbackServer server;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stop() {
        done.countDown();
        server.close();
    }

    private HttpPoolBuilder pool() {
        return HttpPool.builder("shop")
                .maxPerRoute(1)
                .listener(events)
                .dnsResolver(PoolFetch.everythingOnLoopback())
                .timeouts(t -> t.poolWait(Duration.ofMillis(100))
                        .connect(Duration.ofSeconds(10))
                        .read(Duration.ofSeconds(30))
                        .total(Duration.ZERO));
    }

    private PoolExhaustedException exhausted(HttpPool pool, String target) {
        return ClientCalls.failure(PoolExhaustedException.class, pool.client(), URI.create(target));
    }

    private void awaitRequests(int count) throws InterruptedException {
        server.awaitRequests(count, PoolCall.PATIENCE);
    }

    @Test
    void isLeakSuspectedIfNoByteMoves() throws Exception {
        server.handler(exchange -> exchange.ok("x".repeat(100_000)));
        try (HttpPool pool = pool().timeouts(t -> t.read(Duration.ZERO))
                .leakDetection(Duration.ofMillis(100))
                .build()) {
            PoolCall<ClassicHttpResponse> forgetful = PoolCall.start(
                    () -> pool.client().executeOpen(null, new HttpGet(server.origin() + "/orders?card=4711"), null));
            ClassicHttpResponse forgotten = forgetful.get();
            PoolCall.awaitUntil(() -> !events.of(LeakSuspected.class).isEmpty());

            PoolExhaustedException exhausted = exhausted(pool, server.origin());
            forgotten.close();

            assertThat(exhausted.verdict()).isEqualTo(Verdict.LEAK_SUSPECTED);
            assertThat(exhausted)
                    .hasMessageContaining("Verdict: leak suspected, because 1 of them were not given back")
                    .hasMessageContaining("GET /orders for ")
                    .hasMessageNotContaining("4711");
        }
    }

    @Test
    void isSlowUpstreamIfTheServerTakesLongerThanUsual() throws Exception {
        AtomicBoolean isSlow = new AtomicBoolean();
        server.handler(exchange -> {
            if (isSlow.get()) {
                exchange.await(done);
            }
            exchange.ok("ok");
        });
        PoolClock clock = new PoolClock();
        try (HttpPool pool = PoolTime.of(clock, pool()).build()) {
            for (int i = 0; i < 40; i++) {
                PoolFetch.get(pool, server);
            }
            isSlow.set(true);
            PoolCall<String> slow = PoolCall.start(() -> PoolFetch.get(pool, server));
            awaitRequests(41);
            clock.advance(Duration.ofMillis(100));

            PoolExhaustedException exhausted = exhausted(pool, server.origin());
            done.countDown();
            slow.get();

            assertThat(exhausted.verdict()).isEqualTo(Verdict.SLOW_UPSTREAM);
            assertThat(exhausted).hasMessageContaining(" is usual; find out why the server takes longer");
        }
    }

    @Test
    void isNestedLeaseIfAThreadWaitsForASecondConnection() throws Exception {
        try (HttpPool pool = pool().build()) {
            PoolExhaustedException exhausted = pool.client().execute(new HttpGet(server.uri("/outer")), response -> {
                PoolExhaustedException inner =
                        catchThrowableOfType(PoolExhaustedException.class, () -> PoolFetch.get(pool, server));
                EntityUtils.consume(response.getEntity());
                return inner;
            });

            assertThat(exhausted.verdict()).isEqualTo(Verdict.NESTED_LEASE);
            assertThat(exhausted.holders())
                    .singleElement()
                    .satisfies(holder -> assertThat(holder.request()).isEqualTo("GET /outer"));
        }
    }

    /** What a pool that has served real requests says of itself. */
    @Nested
    class Diagnoses {
        @AfterEach
        void stop() {
            server.close();
        }

        /** With the JVM's own cache out of the way. */
        private HttpPoolBuilder pool() {
            return HttpPool.builder("shop")
                    .dnsResolver(PoolFetch.everythingOnLoopback())
                    .listener(events);
        }

        private void fetch(HttpPool pool, int times) throws IOException {
            for (int i = 0; i < times; i++) {
                PoolFetch.get(pool, server);
            }
        }

        @Test
        void findsNothingInAHealthyPool() throws IOException {
            try (HttpPool pool = pool().build()) {
                fetch(pool, 200);

                assertThat(pool.diagnose()).hasToString("No findings: nothing stands out.");
            }
        }

        @Test
        void findsAServerThatClosesAfterEveryRequest() throws IOException {
            server.handler(exchange -> exchange.closeAfter().ok("ok"));
            try (HttpPool pool = pool().build()) {
                fetch(pool, 50);

                Diagnosis diagnosis = pool.diagnose();

                assertThat(diagnosis.findings()).singleElement().satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Finding.Severity.WARN);
                    assertThat(finding.route()).isEqualTo(Optional.of(server.origin()));
                    assertThat(finding.what())
                            .isEqualTo(
                                    "100 % of the closed connections were used once: the server sends Connection: close"
                                            + " after every request.");
                });
            }
        }
    }
}
