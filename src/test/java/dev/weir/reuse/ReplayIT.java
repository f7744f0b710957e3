package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.faults.Sockets;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to a request that is sent while its server closes the connection. */
class ReplayIT {

    /** What a server does with a request on a connection that has had one before. */
    private interface Ending {
        void end(Exchange exchange) throws IOException;
    }

    private final AtomicInteger executed = new AtomicInteger();
    private volatile Ending ending = Exchange::hangUp;
    private LoopbackServer server;
    private HttpPool pool;

    @BeforeEach
    void start() {
        server = LoopbackServer.http()
                .handler(exchange -> {
                    exchange.body();
                    executed.incrementAndGet();
                    if (exchange.connection().requestNumber() > 1) {
                        ending.end(exchange);
                    } else {
                        exchange.ok("ok");
                    }
                })
                .start();
        // The clock stands still, so that no sweep sees the end before the request does.
        pool = PatientPool.builder("test", new PoolClock()).build();
    }

    @AfterEach
    void stop() {
        pool.close();
        server.close();
    }

    private String send(String method, @Nullable HttpEntity body, String key) throws IOException {
        HttpUriRequestBase request = new HttpUriRequestBase(method, server.uri("/"));
        request.setEntity(body);
        if (!key.isEmpty()) {
            request.setHeader("Idempotency-Key", key);
        }
        return pool.client().execute(request, response -> EntityUtils.toString(response.getEntity()));
    }

    private void leaveIdle(int connections) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        var calls = PoolCall.start(connections, i -> PoolFetch.holding(pool.client(), server.origin(), release));
        PoolCall.awaitUntil(() -> server.requests() == connections);
        release.countDown();
        for (PoolCall<String> call : calls) {
            call.get();
        }
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == connections);
        executed.set(0);
    }

    @ParameterizedTest
    @CsvSource({"GET, ''", "PUT, ''", "DELETE, ''", "POST, 4711", "PATCH, 4711"})
    void isSentAgainIfItDoesNoHarm(String method, String key) throws Exception {
        leaveIdle(1);

        assertThat(send(method, new StringEntity("order"), key)).isEqualTo("ok");

        assertThat(executed).hasValue(2);
        assertThat(server.accepted()).isEqualTo(2);
        PoolBooks.atRest(pool);
    }

    @ParameterizedTest
    @CsvSource({"GET, ''", "POST, 4711"})
    void isSentAgainWithoutRetriesBecauseThatIsNone(String method, String key) throws Exception {
        pool.close();
        pool = PatientPool.builder("test", new PoolClock())
                .retry(retry -> retry.onStatus(503).maxRetries(0))
                .build();
        leaveIdle(1);

        assertThat(send(method, new StringEntity("order"), key)).isEqualTo("ok");

        assertThat(executed).hasValue(2);
        PoolBooks.atRest(pool);
    }

    /** What the pool plans for a connection while it carries a request. */
    private enum Plan {
        DRAIN {
            @Override
            void apply(HttpPool pool, LoopbackServer server) {
                pool.drainRoute(server.origin());
            }
        },
        RECONFIGURE {
            @Override
            void apply(HttpPool pool, LoopbackServer server) {
                pool.reconfigure(pool.config().toBuilder()
                        .socketConfig(
                                SocketConfig.custom().setSoKeepAlive(false).build())
                        .build());
            }
        };

        abstract void apply(HttpPool pool, LoopbackServer server);
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void isSentAgainWhateverThePoolHasPlannedForItsConnection(Plan plan) throws Exception {
        leaveIdle(1);
        ending = exchange -> {
            plan.apply(pool, server);
            exchange.hangUp();
        };

        assertThat(send("POST", new StringEntity("order"), "4711")).isEqualTo("ok");

        assertThat(executed).hasValue(2);
        PoolBooks.atRest(pool);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH"})
    void isNotSentAgainIfItMayHaveBeenExecuted(String method) throws Exception {
        leaveIdle(1);

        assertThatExceptionOfType(NoHttpResponseException.class)
                .isThrownBy(() -> send(method, new StringEntity("order"), ""));

        assertThat(executed).hasValue(1);
        PoolBooks.atRest(pool);
    }

    @Test
    void isNotSentAgainIfItsBodyCannotBe() throws Exception {
        leaveIdle(1);
        HttpEntity once =
                new InputStreamEntity(new ByteArrayInputStream("order".getBytes(StandardCharsets.US_ASCII)), null);

        assertThatExceptionOfType(NoHttpResponseException.class)
                .isThrownBy(() -> send("PUT", once, ""))
                .withMessage("Exchange with " + server.origin() + ": The target server failed to respond");

        assertThat(executed).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"H", "HTTP/1.1 2", "HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Le"})
    void isNotReplayedOnceAResponseHasBegun(String begun) throws Exception {
        leaveIdle(1);
        ending = exchange -> {
            exchange.output().write(begun.getBytes(StandardCharsets.US_ASCII));
            exchange.hangUp();
        };

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> send("POST", new StringEntity("order"), "4711"));

        assertThat(executed).hasValue(1);
        PoolBooks.atRest(pool);
        try (PoolCaller async = ClientKind.ASYNC.open(
                PatientPool.builder("test", new PoolClock()).retry(r -> r.maxRetries(0)))) {
            String uri = server.origin() + "/";
            assertThat(async.get(uri, HttpClientContext.create())).isEqualTo("200 ok");
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> async.get(uri, HttpClientContext.create()));
        }
    }

    @Test
    void isSentAgainWhateverItIsIfNotAByteLeft() throws Exception {
        leaveIdle(1);
        PoolCall.awaitUntil(() -> server.closeIdleNow(true) == 1);
        PoolCall.awaitUntil(() -> !Sockets.areCountable() || socketsToServer() == 0); // the reset has come

        assertThat(send("POST", new StringEntity("order"), "")).isEqualTo("ok");

        assertThat(executed).hasValue(1);
        assertThat(server.accepted()).isEqualTo(2);
    }

    private long socketsToServer() {
        try {
            return Sockets.open(server.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void isReplayedOnceAndThenRetriedLikeAnyOther() throws Exception {
        leaveIdle(1);
        server.handler(exchange -> {
            executed.incrementAndGet();
            exchange.hangUp();
        });

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> send("GET", null, ""));

        assertThat(executed).hasValue(3);
        PoolBooks.atRest(pool);
    }

    @Test
    void goesOnANewConnectionAndTakesTheSiblingsAlong() throws Exception {
        leaveIdle(5);

        assertThat(send("GET", null, "")).isEqualTo("ok");
        assertThat(send("GET", null, "4711")).isEqualTo("ok");

        assertThat(server.accepted()).isGreaterThanOrEqualTo(6);
        PoolCall.awaitUntil(() -> PoolBooks.causes(pool).getOrDefault(CloseCause.SERVER_CLOSED_IDLE, 0L) >= 5);
        PoolBooks.atRest(pool);
    }

    @Test
    void aConnectionThatWasJustMadeIsNoRaceLost() throws Exception {
        server.handler(exchange -> {
            executed.incrementAndGet();
            exchange.body();
            exchange.reset();
        });

        assertThatExceptionOfType(SocketException.class)
                .isThrownBy(() -> send("POST", new StringEntity("order"), "4711"));

        assertThat(executed).hasValue(1);
    }

    /** A request whose connection the server closed is replayed once, on a new connection. A POST, which is not retried. */
    @ParameterizedClass
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    @Timeout(60)
    @Nested
    class ReplayedOnce {
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

        ReplayedOnce(PoolKind kind) {
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
}
