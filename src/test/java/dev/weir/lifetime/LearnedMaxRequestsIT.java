package dev.weir.lifetime;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The pool learns from a server after how many requests it ends a connection, and what to do then. */
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
class LearnedMaxRequestsIT {

    private static final int MAX = 5;

    private final PoolKind kind;
    private final LoopbackServer server = LoopbackServer.http().start();

    LearnedMaxRequestsIT(PoolKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static OptionalLong learned(PoolInUse pool) {
        return pool.snapshot().routes().stream()
                .map(RouteSnapshot::learnedMaxRequests)
                .flatMapToLong(OptionalLong::stream)
                .findFirst();
    }

    private void get(PoolInUse pool, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            assertThat(pool.get(server.origin())).isEqualTo("ok");
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        }
    }

    @Test
    void connectionsThatTheServerEndsAfterAsManyRequestsTeachTheNumber() throws IOException {
        server.maxRequests(MAX);
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            get(pool, 2 * MAX);
            assertThat(learned(pool)).isEmpty();

            get(pool, MAX);

            assertThat(learned(pool)).hasValue(MAX);
            assertThat(PoolBooks.causes(pool.pool())).containsOnlyKeys(CloseCause.SERVER_CLOSE_HEADER);
        }
    }

    @Test
    void requestsThatAskForTheEndTeachNothing() throws IOException {
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            for (int i = 0; i < 6; i++) {
                pool.client()
                        .execute(
                                ClassicRequestBuilder.get(server.uri("/"))
                                        .addHeader("Connection", "close")
                                        .build(),
                                response -> response.getCode());
            }

            assertThat(learned(pool)).isEmpty();
        }
    }

    @Test
    void answersOfHttp10ThatKeepTheConnectionTeachNothing() throws IOException {
        server.handler(exchange -> {
            exchange.body();
            String head = "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok";
            exchange.output().write(head.getBytes(US_ASCII));
            exchange.output().flush();
        });
        try (PoolInUse pool = kind.build(PatientPool.builder("test").maxPerRoute(1))) {
            for (int i = 0; i < 3; i++) {
                get(pool, 1);
                pool.pool().evictIdle();
            }

            assertThat(learned(pool)).isEmpty();
        }
    }

    @Test
    void whatWasLearnedIsGivenUpWhenAConnectionGoesOn() throws IOException {
        server.maxRequests(MAX);
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            get(pool, 3 * MAX);
            assertThat(learned(pool)).hasValue(MAX);

            server.maxRequests(0);
            get(pool, 2 * MAX);

            assertThat(learned(pool)).isEmpty();
        }
    }

    @Test
    void whatWasLearnedSurvivesReconfigureAndCanBeSwitchedOff() throws IOException {
        server.maxRequests(MAX);
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            get(pool, 3 * MAX);
            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder().maxPerRoute(7).build());
            assertThat(learned(pool)).hasValue(MAX);

            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .keepAlive(k -> k.learn(false))
                            .build());
            get(pool, 1);

            assertThat(learned(pool)).isEmpty();
        }
    }

    @Test
    void nextConnectionIsOpenedDuringTheLastRequestOfTheOneBefore() throws IOException {
        CountDownLatch successorIsThere = new CountDownLatch(1);
        server.maxRequests(MAX);
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            get(pool, 4 * MAX - 1);
            int before = server.accepted();
            server.handler(exchange -> exchange.await(successorIsThere).ok("ok"));

            PoolCall<String> last = PoolCall.start(() -> pool.get(server.origin()));
            server.awaitAccepted(before + 1, PoolCall.PATIENCE);
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 1);
            successorIsThere.countDown();

            assertThat(last.result().join()).isEqualTo("ok");
            get(pool, 1);
            assertThat(server.accepted()).isEqualTo(before + 1);
            PoolBooks.atRest(pool.pool());
            assertThat(PoolBooks.causes(pool.pool())).containsOnlyKeys(CloseCause.SERVER_CLOSE_HEADER);
        }
    }

    @Test
    void noConnectionIsOpenedAheadWhereAnotherOneIsFree() throws Exception {
        server.maxRequests(MAX);
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            get(pool, 3 * MAX);
            assertThat(learned(pool)).hasValue(MAX);
            assumeTrue(pool.pool() instanceof HttpPool);
            ((HttpPool) pool.pool()).warmUp(server.origin(), 2);
            server.awaitOpen(2, PoolCall.PATIENCE);
            int before = server.accepted();

            get(pool, MAX);

            assertThat(pool.snapshot().dialing()).isZero();
            assertThat(server.accepted()).isEqualTo(before);
        }
    }

    @Test
    void serverThatEndsConnectionsSilentlyAfterSomeRequestsDoesNotLowerTheIdleTime() throws Exception {
        server.handler(exchange -> {
            exchange.body();
            exchange.ok("ok");
            if (exchange.connection().requestNumber() == MAX) {
                exchange.hangUp();
            }
        });
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            for (int connection = 0; connection < 6; connection++) {
                get(pool, MAX);
                PoolCall.awaitUntil(() -> server.open() == 0 && pool.snapshot().idle() == 0);
                new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS); // for the next one to be another moment
            }

            assertThat(pool.snapshot().routes())
                    .extracting(RouteSnapshot::learnedKeepAlive)
                    .allMatch(limit -> limit.filter(time -> time.compareTo(Duration.ofSeconds(1)) < 0)
                            .isEmpty());
            assertThat(PoolBooks.causes(pool.pool())).containsOnlyKeys(CloseCause.SERVER_CLOSED_IDLE);
        }
    }
}
