package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.event.CallFacts;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.ConnectionClosed;
import dev.weir.event.PoolEvent.RequestEnded;
import dev.weir.event.RouteSnapshot;
import dev.weir.micrometer.PoolMetrics;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call that its caller gives up has not failed, whatever is told of it. */
class CanceledCallsIT {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                asked.countDown();
                exchange.await(over).ok("late");
            })
            .start();
    private final List<PoolEvent> events = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void stop() {
        over.countDown();
        server.close();
    }

    private PoolInUse pool(PoolKind kind) {
        return kind.build(PatientPool.builder("shop")
                .listener(events::add)
                .listener(PoolMetrics.bindTo(registry).withRequests()));
    }

    private HttpGet get() {
        return new HttpGet(server.origin() + "/orders/7");
    }

    private void awaitRequest() throws InterruptedException {
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    }

    private <T extends PoolEvent> T event(Class<T> kind) {
        PoolCall.awaitUntil(() -> events.stream().anyMatch(kind::isInstance));
        return events.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    private long counted(String outcome) {
        return registry.find("weir.requests").tags("outcome", outcome, "phase", "total").timers().stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    private void assertCanceled() {
        CallFacts facts = event(RequestEnded.class).facts();
        assertThat(facts.isCancelled()).isTrue();
        assertThat(facts.failure()).isEmpty();
        assertThat(facts.attempts())
                .allSatisfy(each -> assertThat(each.failure()).isEmpty());
        assertThat(facts.total()).isPositive();
        assertThat(facts.toString()).startsWith("canceled");
        PoolCall.awaitUntil(() -> counted("cancelled") + counted("failed") + counted("answered") > 0);
        assertThat(counted("cancelled")).isEqualTo(1);
        assertThat(counted("failed")).isZero();
        assertThat(counted("answered")).isZero();
    }

    private void assertClosedWithoutFailure(PoolInUse pool) {
        ConnectionClosed closed = event(ConnectionClosed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.CANCELLED);
        assertThat(closed.failure()).isEmpty();
        assertThat(pool.snapshot().routes())
                .extracting(RouteSnapshot::closedBy)
                .allSatisfy(causes -> assertThat(causes).containsOnlyKeys(CloseCause.CANCELLED));
        assertThat(pool.pool().diagnose().findings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void hasNotFailedWhereTheRequestIsCanceled(PoolKind kind) throws Exception {
        try (PoolInUse pool = pool(kind)) {
            HttpGet get = get();
            PoolCall<String> call = PoolCall.start(() -> ClientCalls.send(pool.client(), get));
            awaitRequest();
            get.cancel();

            assertThat(call.failure()).isInstanceOf(IOException.class);
            assertCanceled();
            assertClosedWithoutFailure(pool);
        }
    }

    @Test
    void hasNotFailedWhereTheCallerIsInterrupted() throws Exception {
        try (PoolInUse pool = pool(PoolKind.ASYNC_OVER_HTTP_1)) {
            PoolCall<String> call = PoolCall.start(() -> ClientCalls.send(pool.client(), get()));
            awaitRequest();
            call.thread().interrupt();

            assertThat(call.failure()).isInstanceOf(IOException.class);
            assertCanceled();
            assertClosedWithoutFailure(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void hasNotFailedWhereTheCallerIsInterruptedWhileItWaitsForAConnection(PoolKind kind) throws Exception {
        try (PoolInUse pool = kind.build(PatientPool.builder("shop")
                .maxPerRoute(1)
                .listener(events::add)
                .listener(PoolMetrics.bindTo(registry).withRequests()))) {
            PoolCall<String> first = PoolCall.start(() -> ClientCalls.send(pool.client(), get()));
            awaitRequest();
            PoolCall<String> second = PoolCall.start(() -> ClientCalls.send(pool.client(), get()));
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);
            second.thread().interrupt();

            assertThat(second.failure()).isInstanceOf(IOException.class);
            assertCanceled();
            over.countDown();
            assertThat(first.get()).isEqualTo("200 late");
        }
    }

    @Test
    void hasNotFailedWhereTheFutureIsCanceled() throws Exception {
        try (AsyncHttpPool pool = PatientPool.builder("shop")
                .protocol(Protocol.HTTP_1_1)
                .listener(events::add)
                .listener(PoolMetrics.bindTo(registry).withRequests())
                .buildAsync()) {
            Future<SimpleHttpResponse> future = pool.client()
                    .execute(SimpleRequestBuilder.get(server.origin() + "/").build(), null);
            awaitRequest();
            future.cancel(true);

            assertCanceled();
            assertThat(event(ConnectionClosed.class).failure()).isEmpty();
            assertThat(pool.diagnose().findings()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void isAnsweredWhereTheResponseIsClosedEarly(PoolKind kind) throws Exception {
        server.handler(exchange -> exchange.ok("x".repeat(4_000_000)));
        try (PoolInUse pool = pool(kind)) {
            try (ClassicHttpResponse response = pool.client().executeOpen(null, get(), null)) {
                assertThat(response.getEntity().getContent().read()).isEqualTo('x');
            }
            assertAnswered();
        }
    }

    private void assertAnswered() {
        CallFacts facts = event(RequestEnded.class).facts();
        assertThat(facts.isCancelled()).isFalse();
        assertThat(facts.failure()).isEmpty();
        assertThat(facts.last().orElseThrow().status()).hasValue(200);
        PoolCall.awaitUntil(() -> counted("answered") > 0);
        assertThat(counted("failed")).isZero();
    }
}
