package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A request whose connection the server closed is replayed once, on a new connection. A POST, which is not retried. */
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
@Timeout(60)
class ReplayedOnceIT {

    /** What a server does with the orders that arrive. */
    private interface Serving {
        void answer(Exchange exchange) throws IOException;
    }

    private final AtomicInteger orders = new AtomicInteger();
    private final PoolClock clock = new PoolClock();
    private final CountDownLatch bothAsked = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final PoolInUse pool;
    private volatile Serving serving = exchange -> exchange.ok("ok");
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                exchange.body();
                if (exchange.method().equals("POST")) {
                    orders.incrementAndGet();
                    serving.answer(exchange);
                } else if (exchange.target().equals("/held")) {
                    exchange.await(mayEnd).ok("ok");
                } else {
                    exchange.await(bothAsked).ok("ok");
                }
            })
            .start();

    ReplayedOnceIT(PoolKind kind) {
        pool = kind.build(PatientPool.builder("test", clock));
    }

    @AfterEach
    void stop() {
        bothAsked.countDown();
        mayEnd.countDown();
        pool.close();
        server.close();
    }

    private String order() throws IOException {
        HttpPost order = ClientCalls.post(server.uri("/orders"), "order");
        order.setHeader("Idempotency-Key", "4711");
        return ClientCalls.send(pool.client(), order);
    }

    private void awaitIdle(int connections) {
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == connections);
    }

    private void leaveOneIdle() throws IOException {
        bothAsked.countDown();
        assertThat(pool.get(server.origin())).isEqualTo("ok");
        awaitIdle(1);
    }

    @Test
    void takesANewConnectionThoughAnotherIsIdle() throws Exception {
        PoolCall<String> held = PoolCall.start(() -> pool.get(server.origin() + "/held"));
        PoolCall<String> other = PoolCall.start(() -> pool.get(server.origin()));
        PoolCall.awaitUntil(() -> server.requests() == 2);
        bothAsked.countDown();
        other.get();
        awaitIdle(1);
        serving = exchange -> {
            if (exchange.connection().requestNumber() == 1) {
                exchange.ok("ok");
                return;
            }
            if (orders.get() == 1) {
                clock.advance(Duration.ofMillis(1)); // idle since later than the one that is lost
                mayEnd.countDown();
                awaitIdle(1);
            }
            exchange.hangUp();
        };

        assertThat(order()).isEqualTo("200 ok");

        held.get();
        assertThat(orders).hasValue(2);
        assertThat(server.accepted()).isEqualTo(3);
        PoolBooks.atRest(pool.pool());
    }

    @Test
    void failsWhereTheNewConnectionIsClosedToo() throws Exception {
        leaveOneIdle();
        serving = Exchange::hangUp;

        assertThatExceptionOfType(IOException.class).isThrownBy(this::order);

        assertThat(orders).hasValue(2);
        assertThat(server.accepted()).isEqualTo(2);
        PoolBooks.atRest(pool.pool());
    }

    @Test
    void isNotReplayedAgainWhereARedirectLeads() throws Exception {
        leaveOneIdle();
        serving = exchange -> {
            if (exchange.connection().requestNumber() > 1) {
                exchange.hangUp();
            } else {
                exchange.respond(307, new byte[0], "Location", "/elsewhere");
            }
        };

        assertThatExceptionOfType(IOException.class).isThrownBy(this::order);

        assertThat(orders).hasValue(3);
        assertThat(server.accepted()).isEqualTo(2);
        PoolBooks.atRest(pool.pool());
    }
}
