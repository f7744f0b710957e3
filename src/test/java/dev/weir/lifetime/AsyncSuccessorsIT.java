package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A shared connection that is needed is replaced before it goes, so that no caller waits for a dial. */
class AsyncSuccessorsIT {

    private static final Duration LIFETIME = Duration.ofSeconds(100);
    private static final Duration INTERVAL = Duration.ofMillis(40);

    private final PoolClock clock = new PoolClock();
    private Http2Server server = Http2Server.allowing(100);
    private PoolInUse pool = PoolKind.ASYNC_OVER_HTTP_2.build(builder());

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("test")
                .protocol(Protocol.HTTP_2)
                .sslContext(TestCertificates.trusted().clientContext());
    }

    private HttpPoolBuilder aging() {
        return PoolTime.of(clock, builder())
                .keepAlive(k -> k.serverIdle(Duration.ofHours(1)).max(LIFETIME))
                .eviction(e -> e.idle(LIFETIME).maxLifetime(LIFETIME).jitter(0).interval(INTERVAL));
    }

    private void use(HttpPoolBuilder builder, Http2Server with) {
        close();
        pool = PoolKind.ASYNC_OVER_HTTP_2.build(builder);
        server = with;
    }

    @AfterEach
    void close() {
        pool.close();
        server.close();
    }

    private void get(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            assertThat(pool.get(server.uri() + "/hello")).isEqualTo("/hello");
            PoolCall.awaitUntil(
                    () -> pool.snapshot().leased() == 0 && pool.snapshot().dialing() == 0);
        }
    }

    private long leases(LeaseOutcome outcome) {
        return PoolBooks.outcomes(pool.pool()).getOrDefault(outcome, 0L);
    }

    @Test
    void atTheEndOfItsLife() throws Exception {
        use(aging(), Http2Server.allowing(100));
        List<PoolCall<String>> held = PoolCall.start(3, i -> () -> pool.get(server.uri() + "/held"));
        PoolCall.awaitUntil(() -> server.held() == 3);
        clock.advance(LIFETIME.minus(INTERVAL));
        PoolCall.awaitUntil(() -> server.accepted() == 2);
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == 1);
        clock.advance(INTERVAL);
        for (int i = 0; i < 3; i++) {
            assertThat(pool.get(server.uri() + "/hello")).isEqualTo("/hello");
        }
        server.release();
        for (PoolCall<String> call : held) {
            assertThat(call.get()).isEqualTo("/held");
        }

        PoolCall.awaitUntil(() -> PoolBooks.causes(pool.pool()).getOrDefault(CloseCause.MAX_LIFETIME, 0L) == 1);
        get(1);
        PoolBooks.atRest(pool.pool());
        assertThat(server.accepted()).isEqualTo(2);
        assertThat(leases(LeaseOutcome.DIALED))
                .isBetween(1L, 3L); // of callers that were there before the first connection
        assertThat(PoolBooks.leases(pool.pool())).isEqualTo(7);
    }

    @Test
    void connectionIsReplacedWhenItsAddressIsGone() throws Exception {
        SwitchedNames names = new SwitchedNames("127.0.0.1");
        use(
                builder()
                        .dnsResolver(names)
                        .dns(d -> d.ttl(Duration.ofMillis(200)).negativeTtl(Duration.ofMillis(200))),
                server);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (FrameServer before = FrameServer.playing(connection -> {
                    connection.begin(100);
                    int stream = connection.request();
                    begun.countDown();
                    release.await();
                    connection.answer(stream, "before");
                    connection.awaitEnd();
                });
                FrameServer after = before.besideAt("127.0.0.2", connection -> {
                    connection.begin(100);
                    while (true) {
                        connection.answer(connection.request(), "after");
                    }
                })) {
            PoolCall<String> held = PoolCall.start(() -> pool.get(before.uri()));
            PoolFetch.await(begun);
            names.answers("127.0.0.2");
            PoolCall.awaitUntil(() -> after.accepted() == 1 && pool.snapshot().idle() == 1);
            assertThat(pool.get(before.uri())).isEqualTo("after");
            release.countDown();

            assertThat(held.get()).isEqualTo("before");
            PoolCall.awaitUntil(() -> PoolBooks.causes(pool.pool()).getOrDefault(CloseCause.DNS_CHANGED, 0L) == 1);
            assertThat(leases(LeaseOutcome.DIALED)).isEqualTo(1);
            assertThat(after.accepted()).isEqualTo(1);
        }
    }

    @Test
    void connectionIsReplacedBeforeItHasCarriedAllThatItMay() throws Exception {
        use(builder().eviction(e -> e.maxRequests(10)), Http2Server.allowing(100));
        get(50);

        assertThat(leases(LeaseOutcome.DIALED)).isEqualTo(1);
        assertThat(server.accepted()).isLessThanOrEqualTo(7);
        PoolBooks.atRest(pool.pool());
    }
}
