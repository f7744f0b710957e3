package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.PoolConfig;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.Verdict;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits on exchanges under way, as servers see them. */
@Timeout(120)
class InFlightIT {

    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private final LoopbackServer server = server();
    private final LoopbackServer other = server();

    private LoopbackServer server() {
        return LoopbackServer.http().handler(this::answer).start();
    }

    private void answer(Exchange exchange) throws IOException, InterruptedException {
        most.accumulateAndGet(active.incrementAndGet(), Math::max);
        Exchange whole = exchange.await(released);
        active.decrementAndGet();
        whole.ok("ok");
    }

    @AfterEach
    void stopServers() {
        released.countDown();
        server.close();
        other.close();
    }

    private static HttpPoolBuilder http2(UnaryOperator<HttpPoolBuilder> limits) {
        return limits.apply(PatientPool.builder("test")
                .sslContext(TestCertificates.trusted().clientContext()));
    }

    private static void reconfigure(ManagedPool pool, UnaryOperator<PoolConfig.Builder> change) {
        pool.reconfigure(change.apply(pool.config().toBuilder()).build());
    }

    private static void awaitLevel(ManagedPool pool, int inFlight, int pending) {
        PoolCall.awaitUntil(() -> {
            PoolSnapshot now = pool.snapshot();
            return inFlight(now) == inFlight && now.pending() == pending;
        });
    }

    private static int inFlight(PoolSnapshot pool) {
        return pool.routes().stream().mapToInt(RouteSnapshot::inFlight).sum();
    }

    private void awaitActive(int requests) {
        PoolCall.awaitUntil(() -> active.get() == requests);
    }

    @ParameterizedTest
    @EnumSource
    void aRouteGetsNoMoreRequestsAtATime(ClientKind kind) throws Exception {
        HttpPoolBuilder limited = PatientPool.builder("test").route(server.origin(), r -> r.maxInFlight(2));
        try (PoolCaller caller = kind.open(limited, new ClientKind.Setup(any -> {}, any -> {}))) {
            List<PoolCall<String>> calls =
                    PoolCall.start(6, i -> () -> caller.send(server.origin(), HttpClientContext.create()));
            awaitLevel(caller.pool(), 2, 4);
            awaitActive(2);
            assertThat(caller.pool().snapshot().routes()).singleElement().satisfies(route -> {
                assertThat(route.inFlight()).isEqualTo(2);
                assertThat(route.maxInFlight()).isEqualTo(2);
            });

            released.countDown();
            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("200 ok");
            }

            assertThat(most).hasValue(2);
            assertThat(inFlight(PoolBooks.atRest(caller.pool()))).isZero();
        }
    }

    @Test
    void streamsOfAConnectionCount() throws Exception {
        try (Http2Server shared = Http2Server.allowing(100);
                AsyncHttpPool pool = http2(b ->
                                b.maxInFlight(5).route("https://localhost:" + shared.port(), r -> r.maxInFlight(3)))
                        .buildAsync()) {
            List<CompletableFuture<SimpleHttpResponse>> sent = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                sent.add(pool.send(
                        SimpleRequestBuilder.get(shared.uri() + "/held").build()));
            }
            List<PoolCall<String>> blocking =
                    PoolCall.start(5, i -> () -> PoolFetch.get(pool.blockingClient(), shared.uri() + "/held"));
            awaitLevel(pool, 3, 7);
            PoolCall.awaitUntil(() -> shared.held() == 3);

            shared.release();
            for (CompletableFuture<SimpleHttpResponse> each : sent) {
                assertThat(each.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(200);
            }
            for (PoolCall<String> call : blocking) {
                call.get();
            }

            assertThat(shared.mostAtOnce()).isEqualTo(3);
            assertThat(shared.accepted()).isEqualTo(1);
            assertThat(inFlight(PoolBooks.atRest(pool))).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void aChangedLimitHoldsAtOnce(PoolKind kind) throws Exception {
        try (PoolInUse pool = kind.build(PatientPool.builder("test").maxInFlight(1))) {
            List<PoolCall<String>> calls = PoolCall.start(6, i -> () -> pool.get(server.origin()));
            awaitLevel(pool.pool(), 1, 5);

            reconfigure(pool.pool(), b -> b.maxInFlight(4));
            awaitLevel(pool.pool(), 4, 2);
            reconfigure(pool.pool(), b -> b.maxInFlight(2));
            assertThat(inFlight(pool.snapshot())).isEqualTo(4);
            assertThat(pool.snapshot().pending()).isEqualTo(2);
            reconfigure(pool.pool(), b -> b.route(server.origin(), r -> r.maxInFlight(5)));
            awaitLevel(pool.pool(), 5, 1);
            reconfigure(pool.pool(), b -> b.route(server.origin(), r -> r.maxInFlight(0)));
            awaitLevel(pool.pool(), 6, 0);

            released.countDown();
            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void aCallerThatWaitedForNothingIsToldTheLimit(PoolKind kind) throws Exception {
        HttpPoolBuilder builder = HttpPool.builder("test")
                .maxInFlight(2)
                .route(server.origin(), r -> r.maxInFlight(1))
                .timeouts(t -> t.poolWait(Duration.ofMillis(200))
                        .connect(Duration.ofSeconds(20))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ZERO));
        try (PoolInUse pool = kind.build(builder)) {
            PoolCall<String> first = PoolCall.start(() -> pool.get(server.origin()));
            awaitActive(1);
            PoolExhaustedException ofRoute = exhausted(pool, server);
            List<PoolCall<String>> others = PoolCall.start(2, i -> () -> pool.get(other.origin()));
            awaitActive(3);
            PoolExhaustedException ofPool = exhausted(pool, other);
            released.countDown();

            assertThat(ofRoute.verdict()).isEqualTo(Verdict.IN_FLIGHT_LIMIT);
            assertThat(ofRoute)
                    .hasMessageContaining(
                            "Verdict: too many in flight, because all 1 exchanges are under way that route["
                                    + server.origin() + "].maxInFlight allows")
                    .hasMessageContaining("1 of 1 exchanges under way; pool: ");
            assertThat(ofRoute.route().inFlight()).isEqualTo(1);
            assertThat(ofPool.verdict()).isEqualTo(Verdict.IN_FLIGHT_LIMIT);
            assertThat(ofPool)
                    .hasMessageContaining("all 2 exchanges are under way that maxInFlight allows")
                    .hasMessageContaining("2 of 2 exchanges under way; pool: ");
            assertThat(first.get()).isEqualTo("ok");
            for (PoolCall<String> each : others) {
                assertThat(each.get()).isEqualTo("ok");
            }
        }
    }

    private static PoolExhaustedException exhausted(PoolInUse pool, LoopbackServer server) {
        try {
            throw new AssertionError(pool.get(server.origin()));
        } catch (PoolExhaustedException e) {
            return e;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void callersThatGiveUpTakeNothingAlong() throws Exception {
        try (Http2Server shared = Http2Server.allowing(100);
                AsyncHttpPool pool = http2(b -> b.maxInFlight(2)).buildAsync()) {
            List<CompletableFuture<SimpleHttpResponse>> sent = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                sent.add(pool.send(
                        SimpleRequestBuilder.get(shared.uri() + "/held").build()));
            }
            awaitLevel(pool, 2, 4);

            sent.get(4).cancel(true);
            sent.get(0).cancel(true);
            awaitLevel(pool, 2, 2);
            shared.cut();
            PoolCall.awaitUntil(() -> {
                shared.answerHeld();
                return sent.stream().allMatch(CompletableFuture::isDone);
            });

            assertThat(inFlight(PoolBooks.atRest(pool))).isZero();
            assertThat(pool.send(SimpleRequestBuilder.get(shared.uri() + "/a").build())
                            .get(30, TimeUnit.SECONDS)
                            .getBodyText())
                    .isEqualTo("/a");
        }
    }
}
