package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.RequestDeadline;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CloseCauseIT {

    private final CountDownLatch never = new CountDownLatch(1);
    private LoopbackServer server;
    private HttpPool pool;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
        // The clock stands still, so that no sweep looks at a connection before it is used again.
        pool = PatientPool.builder("test", new PoolClock())
                .maxPerRoute(1)
                .eviction(e -> e.validateAfter(Duration.ofSeconds(9)))
                .build();
    }

    @AfterEach
    void stop() {
        never.countDown();
        pool.close();
        server.close();
    }

    private String post() throws IOException {
        HttpPost request = new HttpPost(server.origin() + "/");
        request.setEntity(new StringEntity("order"));
        return pool.client().execute(request, response -> EntityUtils.toString(response.getEntity()));
    }

    private static void assertCause(CloseCause cause, ManagedPool pool) {
        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnly(entry(cause, 1L));
    }

    private void failsBecause(CloseCause cause) {
        assertThatExceptionOfType(IOException.class).isThrownBy(this::post);
        assertCause(cause, pool);
    }

    private static Handler answering(String raw) {
        return exchange -> {
            exchange.body();
            exchange.output().write(raw.getBytes(StandardCharsets.US_ASCII));
            exchange.hangUp();
        };
    }

    @Test
    void isServerCloseHeaderForConnectionClose() throws IOException {
        server.handler(exchange -> exchange.closeAfter().ok("ok"));

        post();

        assertCause(CloseCause.SERVER_CLOSE_HEADER, pool);
    }

    @Test
    void isServerClosedIdleForAConnectionClosedWhileIdle() throws IOException {
        post();
        PoolCall.awaitUntil(() -> server.closeIdleNow(false) == 1);

        failsBecause(CloseCause.SERVER_CLOSED_IDLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC"})
    void isServerClosedIdleForAConnectionClosedAsItsNextRequestArrives(ClientKind kind) throws IOException {
        try (PoolCaller caller = kind.open(PatientPool.builder("test"))) {
            caller.get(server.origin() + "/", HttpClientContext.create());
            server.handler(exchange -> exchange.hangUp());
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> caller.call().send("POST", server.origin() + "/", HttpClientContext.create()));
            assertCause(CloseCause.SERVER_CLOSED_IDLE, caller.pool());
        }
    }

    @Nested
    class OnANewConnection {
        @Test
        void isResetForAReset() {
            server.handler(exchange -> {
                exchange.body();
                exchange.reset();
            });

            failsBecause(CloseCause.RESET);
        }

        @Test
        void isProtocolErrorForAResponseThatBreaksTheProtocol() {
            server.handler(answering("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"));

            failsBecause(CloseCause.PROTOCOL_ERROR);
        }

        @Test
        void isErrorForAServerThatIsTooSlow() {
            server.handler(exchange -> exchange.await(never));
            pool.reconfigure(pool.config().toBuilder()
                    .timeouts(t -> t.unordered().read(Duration.ofMillis(300)))
                    .build());
            failsBecause(CloseCause.ERROR);
        }
    }

    @Nested
    class WithinTheBody {
        @Test
        void isResetForTheEndOfTheConnection() {
            server.handler(answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"));

            failsBecause(CloseCause.RESET);
        }

        @Test
        void isProtocolErrorForNonsenseInAChunk() {
            server.handler(answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"));

            failsBecause(CloseCause.PROTOCOL_ERROR);
        }
    }

    private void respondsByHalf() {
        server.handler(exchange -> {
            exchange.output()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".getBytes(StandardCharsets.US_ASCII));
            exchange.await(never);
        });
    }

    @ParameterizedTest
    @EnumSource(names = "ASYNC_OVER_HTTP_2", mode = EnumSource.Mode.EXCLUDE)
    void isBodyNotConsumedForABodyThatIsNotRead(PoolKind kind) throws IOException {
        respondsByHalf();
        try (PoolInUse use = kind.build(PatientPool.builder("test"))) {
            use.client()
                    .executeOpen(null, new HttpPost(server.origin() + "/"), null)
                    .close();
            assertCause(CloseCause.BODY_NOT_CONSUMED, use.pool());
        }
    }

    @Test
    void isCancelledForARequestThatIsCanceledWithinTheBodyEvenByItsOwnThread() throws IOException {
        respondsByHalf();
        HttpPost request = new HttpPost(server.origin() + "/");

        pool.client().execute(request, response -> {
            request.cancel();
            return null;
        });

        assertCause(CloseCause.CANCELLED, pool);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void isTotalTimeoutForACallThatOutlivesItsTime(ClientKind kind) throws IOException {
        try (PoolCaller caller = kind.open(PatientPool.builder("test"))) {
            HttpClientContext context = HttpClientContext.create();
            caller.get(server.origin() + "/", context); // so that there is a connection, however long it takes
            respondsByHalf();
            RequestDeadline.set(context, Duration.ofMillis(400));
            assertThatExceptionOfType(TotalTimeoutException.class)
                    .isThrownBy(() -> caller.get(server.origin() + "/", context));
            assertCause(CloseCause.TOTAL_TIMEOUT, caller.pool());
        }
    }

    @Test
    void eachLeaseHasOneOutcome() throws IOException {
        post();
        post();
        PoolCall.awaitUntil(() -> server.closeIdleNow(false) == 1);
        assertThatExceptionOfType(IOException.class).isThrownBy(this::post);
        post();

        PoolBooks.atRest(pool);

        assertThat(PoolBooks.outcomes(pool))
                .containsOnly(entry(LeaseOutcome.DIALED, 2L), entry(LeaseOutcome.REUSED, 2L));
    }
}
