package dev.weir.pool;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls whose connection is being established when their pool is closed. */
@Timeout(120)
class ClosedBeforeSendingIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final String UNSENT = "Pool 'test' was closed before the request was sent.";

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    private static void assertUnsent(PoolCall<String> call, PoolInUse pool) throws Exception {
        assertThat(call.failure()).isInstanceOf(PoolClosedException.class).hasMessage(UNSENT);
        PoolBooks.atRest(pool.pool());
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForTls(PoolKind kind) throws Exception {
        try (SilentServer silent = SilentServer.mute();
                PoolInUse pool = kind.build(builder())) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://127.0.0.1:" + silent.port() + "/"));
            PoolCall.awaitUntil(() -> silent.heard() == 1);

            pool.close();

            assertUnsent(call, pool);
            silent.awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForTlsThroughAProxy(PoolKind kind) throws Exception {
        try (SilentServer silent = SilentServer.mute();
                HttpProxyServer proxy = HttpProxyServer.start();
                PoolInUse pool = kind.build(builder().proxy(proxy.origin()))) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://recs.weir.test:" + silent.port() + "/"));
            PoolCall.awaitUntil(() -> silent.heard() == 1);

            pool.close();

            assertUnsent(call, pool);
            proxy.log().awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForTlsWithTheProxy(PoolKind kind) throws Exception {
        try (SilentServer proxy = SilentServer.mute();
                PoolInUse pool = kind.build(builder().proxy("https://127.0.0.1:" + proxy.port()))) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://recs.weir.test/"));
            PoolCall.awaitUntil(() -> proxy.heard() == 1);

            pool.close();

            assertUnsent(call, pool);
            proxy.awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForATunnel(PoolKind kind) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (LoopbackServer proxy = LoopbackServer.http()
                        .handler(exchange -> exchange.await(release))
                        .start();
                PoolInUse pool = kind.build(builder().proxy(proxy.origin()))) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://recs.weir.test/"));
            proxy.awaitRequests(1, PoolCall.PATIENCE);

            pool.close();

            assertUnsent(call, pool);
        } finally {
            release.countDown();
        }
    }

    /** Exchanges that are under way when their pool is closed. */
    @Timeout(120)
    @Nested
    class ClosedAmidExchange {
        private static final String UNDER_WAY =
                "Pool 'test' was closed while the request was under way: the server may have executed it.";
        private final CountDownLatch release = new CountDownLatch(1);
        private final EventRecorder events = new EventRecorder();
        private final LoopbackServer server =
                LoopbackServer.http().handler(this::handle).start();

        @AfterEach
        void stopServer() {
            release.countDown();
            server.close();
        }

        private void handle(Exchange exchange) throws Exception {
            if (exchange.target().equals("/half")) {
                exchange.output().write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha".getBytes(US_ASCII));
            }
            exchange.await(release);
        }

        private PoolInUse open(PoolKind kind) {
            return kind.build(PatientPool.builder("test").listener(events));
        }

        private ClassicHttpRequest get() {
            return ClassicRequestBuilder.get(server.uri("/half")).build();
        }

        private static void assertEndedWithPool(Throwable failure) {
            assertThat(failure).isInstanceOf(PoolClosedException.class).hasMessage(UNDER_WAY);
        }

        @ParameterizedTest
        @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
        @SuppressWarnings("try") // closing it early is the point
        void saySoWhileTheBodyIsRead(PoolKind kind) throws Exception {
            CountDownLatch reading = new CountDownLatch(1);
            try (PoolInUse pool = open(kind)) {
                PoolCall<String> call = PoolCall.start(() -> pool.client().execute(get(), response -> {
                    assertThat(response.getEntity().getContent().read()).isEqualTo('h');
                    reading.countDown();
                    return EntityUtils.toString(response.getEntity());
                }));
                reading.await();

                pool.close();

                assertEndedWithPool(call.failure());
                PoolBooks.atRest(pool.pool());
                assertThat(PoolBooks.causes(pool.pool())).containsOnly(entry(CloseCause.SHUTDOWN, 1L));
            }
        }

        @ParameterizedTest
        @CsvSource({
            "BLOCKING, GET",
            "BLOCKING, POST",
            "ASYNC_OVER_HTTP_1, GET",
            "ASYNC_OVER_HTTP_1, POST",
        })
        @SuppressWarnings("try") // closing it early is the point
        void saySoWhileTheResponseIsAwaited(PoolKind kind, String method) throws Exception {
            try (PoolInUse pool = open(kind)) {
                PoolCall<Object> call = PoolCall.start(() -> pool.client()
                        .execute(
                                ClassicRequestBuilder.create(method)
                                        .setUri(server.uri("/held"))
                                        .build(),
                                response -> null));
                server.awaitRequests(1, PoolCall.PATIENCE);

                pool.close();

                assertEndedWithPool(call.failure());
                PoolBooks.atRest(pool.pool());
                assertThat(PoolBooks.causes(pool.pool())).containsOnly(entry(CloseCause.SHUTDOWN, 1L));
            }
        }

        @ParameterizedTest
        @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
        @SuppressWarnings({"deprecation", "try"}) // a caller that closes nothing, while the pool closes early
        void leaveNoLeaseBehindIfTheResponseIsNotClosed(PoolKind kind) throws Exception {
            try (PoolInUse pool = open(kind)) {
                ClassicHttpResponse response = pool.client().execute(get());
                InputStream body = response.getEntity().getContent();
                assertThat(body.readNBytes(2)).hasSize(2);

                pool.close();

                assertEndedWithPool(catchThrowable(body::read));
                PoolBooks.atRest(pool.pool());
                response.close();
            }
        }
    }
}
