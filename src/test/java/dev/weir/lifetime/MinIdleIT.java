package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.BlackHole;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Idle connections that the pool opens by itself and keeps open. */
@Timeout(120)
class MinIdleIT {

    private static final Duration INTERVAL = Duration.ofMillis(40);

    private final PoolClock clock = new PoolClock();
    private LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder eager(HttpPoolBuilder builder) {
        return builder.eviction(e -> e.interval(INTERVAL));
    }

    private HttpPoolBuilder keeping(int minIdle) {
        return eager(PatientPool.builder("test")).route(server.origin(), r -> r.minIdle(minIdle));
    }

    private HttpPoolBuilder keepingByClock(int minIdle) {
        return eager(PatientPool.builder("test", clock)).route(server.origin(), r -> r.minIdle(minIdle));
    }

    private static void awaitIdle(PoolInUse pool, int idle) {
        PoolCall.awaitUntil(
                () -> pool.snapshot().idle() == idle && pool.snapshot().dialing() == 0);
    }

    /** Returns after the background task has visited the pool at least twice. */
    private static void letLook() throws InterruptedException {
        new CountDownLatch(1).await(10 * INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @ParameterizedTest
    @EnumSource(
            value = PoolKind.class,
            names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void areThereBeforeTheFirstRequestWhichUsesOne(PoolKind kind) throws Exception {
        try (PoolInUse pool = kind.build(keeping(3).maxPerRoute(3))) {
            awaitIdle(pool, 3);

            assertThat(pool.get(server.origin())).isEqualTo("ok");

            awaitIdle(pool, 3);
            server.awaitAccepted(3, PoolCall.PATIENCE);
            assertThat(server.accepted()).isEqualTo(3);
            assertThat(server.connections().stream().mapToLong(each -> each.requests()))
                    .containsExactlyInAnyOrder(0L, 0L, 1L);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = PoolKind.class,
            names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void othersAreOpenedForThoseThatEnd(PoolKind kind) {
        try (PoolInUse pool = kind.build(keepingByClock(2))) {
            awaitIdle(pool, 2);
            clock.advance(Duration.ofMinutes(1)); // beyond keepAlive.max and eviction.idle

            PoolCall.awaitUntil(() -> server.accepted() == 4);

            awaitIdle(pool, 2);
            server.awaitOpen(2, PoolCall.PATIENCE);
            assertThat(PoolBooks.causes(pool.pool()).values()).containsExactly(2L);
        }
    }

    @Test
    void oneConnectionThatIsSharedIsEnough() throws Exception {
        try (Http2Server h2 = Http2Server.allowing(100);
                PoolInUse pool = PoolKind.ASYNC_OVER_HTTP_2.build(eager(PatientPool.builder("test"))
                        .sslContext(TestCertificates.trusted().clientContext())
                        .route(h2.uri(), r -> r.minIdle(3)))) {
            awaitIdle(pool, 1);
            List<PoolCall<String>> held = PoolCall.start(2, i -> () -> pool.get(h2.uri() + "/held"));
            PoolCall.awaitUntil(() -> h2.held() == 2);
            letLook();
            h2.release();
            for (PoolCall<String> call : held) {
                assertThat(call.get()).isEqualTo("/held");
            }

            assertThat(h2.accepted()).isEqualTo(1);
            h2.cut();
            PoolCall.awaitUntil(() -> h2.accepted() == 2);
            awaitIdle(pool, 1);
        }
    }

    @Test
    void aServerThatIsDownIsTriedAgainWithPausesAndFoundWhenItIsBack() throws Exception {
        int port = server.port();
        server.close();
        EventRecorder events = new EventRecorder();
        try (HttpPool pool = keepingByClock(2).listener(events).build()) {
            PoolCall.awaitUntil(() -> !events.of(DialEnded.class).isEmpty());
            letLook();
            PoolCall.awaitUntil(() -> pool.snapshot().dialing() == 0); // one may have begun at the same time
            server = LoopbackServer.http().port(port).start();
            letLook();
            assertThat(server.accepted()).as("within the pause").isZero();

            clock.advance(Duration.ofSeconds(1));
            PoolCall.awaitUntil(() -> server.accepted() >= 1); // the other may follow at once
            clock.advance(Duration.ofSeconds(1));

            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 2);
            server.awaitAccepted(2, PoolCall.PATIENCE);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @Test
    void aNewConfigurationChangesHowMany() throws Exception {
        // With long pauses between passes: what is raised must not wait for one.
        try (HttpPool pool = PatientPool.builder("test")
                .route(server.origin(), r -> r.minIdle(2))
                .build()) {
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 2);
            pool.reconfigure(pool.config().toBuilder()
                    .route(server.origin(), r -> r.minIdle(4))
                    .build());
            assertThat(pool.snapshot()).matches(now -> now.idle() + now.dialing() == 4, "filled at once");
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 4);
            pool.reconfigure(pool.config().toBuilder()
                    .route(server.origin(), r -> r.minIdle(0))
                    .build());
            pool.drainRoute(server.origin());
            letLook();
            assertThat(pool.snapshot().idle()).isZero();
            server.awaitAccepted(4, PoolCall.PATIENCE);
            assertThat(server.accepted()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource(PoolKind.class)
    void aDialThatDoesNotEndKeepsNoPoolFromDraining(PoolKind kind) {
        EventRecorder events = new EventRecorder();
        try (BlackHole hole = BlackHole.open();
                PoolInUse pool = kind.build(eager(PatientPool.builder("test"))
                        .listener(events)
                        .route("http://127.0.0.1:" + hole.port(), r -> r.minIdle(1)))) {
            PoolCall.awaitUntil(() -> pool.snapshot().dialing() > 0);

            assertThat(pool.pool().drain(Duration.ofSeconds(10)))
                    .as("the dial may take 40 s")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(PoolKind.class)
    void aPoolThatDrainsOpensNone(PoolKind kind) throws Exception {
        try (PoolInUse pool = kind.build(keeping(2))) {
            PoolCall.awaitUntil(() -> server.accepted() > 0);

            assertThat(pool.pool().drain(PoolCall.PATIENCE)).isTrue();

            int accepted = server.accepted();
            letLook();
            server.awaitOpen(0, PoolCall.PATIENCE);
            assertThat(server.accepted()).isBetween(accepted, 2);
        }
    }
}
