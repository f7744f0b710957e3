package dev.weir.http2;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameServer;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.http2.config.H2Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What RFC 9113 demands of a client, and HttpCore does not do. */
@Timeout(60)
class Http2ConformanceIT {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int PROTOCOL_ERROR = 1;

    private AsyncHttpPool pool = builder().buildAsync();

    private static HttpPoolBuilder builder() {
        return HttpPool.builder("conformance")
                .protocol(Protocol.HTTP_2)
                .timeouts(t ->
                        t.unordered().poolWait(LONG).connect(LONG).read(LONG).total(LONG.multipliedBy(2)));
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Future<SimpleHttpResponse> call(SimpleHttpRequest request) {
        return pool.client().execute(request, null);
    }

    private Future<SimpleHttpResponse> get(FrameServer server) {
        return call(SimpleRequestBuilder.get(server.uri() + "/").build());
    }

    private Future<SimpleHttpResponse> impatientGet(FrameServer server) {
        return call(SimpleRequestBuilder.get(server.uri() + "/")
                .setRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(300, TimeUnit.MILLISECONDS)
                        .build())
                .build());
    }

    private Future<SimpleHttpResponse> post(FrameServer server, int bytes) {
        return call(SimpleRequestBuilder.post(server.uri() + "/")
                .setBody(new byte[bytes], ContentType.APPLICATION_OCTET_STREAM)
                .build());
    }

    private long closedBy(CloseCause cause) {
        return pool.snapshot().routes().stream()
                .mapToLong(route -> route.closedBy().getOrDefault(cause, 0L))
                .sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x0a, 0x0c, 0x2b, 0x77, 0xff})
    void framesOfUnknownTypesAreIgnoredWithAllTheirFlags(int type) {
        FrameServer.Script script = connection -> {
            connection.begin(10);
            connection.frame(type, 0xff, 0, new byte[0]);
            int stream = connection.request();
            connection.frame(type, 0, stream, new byte[] {1, 2, 3});
            connection.head(stream);
            connection.frame(type, 0xff, 0, new byte[] {127});
            connection.frame(Frame.DATA, Frame.END_STREAM, stream, new byte[] {'o', 'k'});
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            assertThat(text(get(server))).isEqualTo("ok");
            assertThat(text(get(server))).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void unknownSettingsAreIgnored() {
        FrameServer.Script script = connection -> {
            connection.begin(10);
            connection.frame(
                    Frame.SETTINGS,
                    0,
                    0,
                    ByteBuffer.allocate(12)
                            .putShort((short) 0x0a0a)
                            .putInt(-1)
                            .putShort((short) 8)
                            .putInt(1)
                            .array());
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            assertThat(text(get(server))).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, longer", "3, shorter"})
    void aBodyOfAnotherLengthThanAnnouncedFailsItsCallAlone(int announced, String how) {
        AtomicInteger code = new AtomicInteger(-1);
        FrameServer.Script script = connection -> {
            connection.begin(10);
            int stream = connection.request();
            connection.announce(stream, announced, false);
            connection.frame(Frame.DATA, Frame.END_STREAM, stream, new byte[] {'o', 'k'});
            code.set(
                    ByteBuffer.wrap(connection.next(Frame.RST_STREAM).payload()).getInt());
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            assertThat(failure(post(server, 1)))
                    .isInstanceOf(H2StreamResetException.class)
                    .hasMessage("The body of the response is " + how + " than its head announces (" + announced
                            + " bytes)");
            assertThat(text(get(server))).isEqualTo("ok");
            assertThat(code).hasValue(PROTOCOL_ERROR);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void anAnnouncedBodyThatDoesNotComeAtAllFails() {
        FrameServer.Script script = connection -> {
            connection.begin(10);
            connection.announce(connection.request(), 5, true);
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            assertThat(failure(post(server, 1))).isInstanceOf(H2StreamResetException.class);
            assertThat(text(get(server))).isEqualTo("ok");
        }
    }

    @Test
    void theLengthThatAHeadAnnouncesIsOfNoBody() throws Exception {
        FrameServer.Script script = connection -> {
            connection.begin(10);
            connection.announce(connection.request(), 5, true);
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            assertThat(call(SimpleRequestBuilder.head(server.uri() + "/").build())
                            .get()
                            .getCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void framesAreNoLongerThanAnyServerTakesWhateverLengthThePoolTakes() throws Exception {
        pool.close();
        pool = builder().http2Config(H2Config.DEFAULT).buildAsync();
        AtomicInteger longest = new AtomicInteger();
        FrameServer.Script script = connection -> {
            connection.beginWithoutSettings();
            connection.windowUpdate(0, 1_000_000);
            int stream = connection.request();
            Frame part;
            do {
                part = connection.next(Frame.DATA);
                int length = part.payload().length;
                longest.accumulateAndGet(length, Math::max);
                connection.windowUpdate(stream, Math.max(1, length));
            } while (!part.has(Frame.END_STREAM));
            connection.answer(stream, "ok");
            connection.awaitEnd();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            assertThat(text(post(server, 200_000))).isEqualTo("ok");
            assertThat(longest.get()).isPositive().isLessThanOrEqualTo(16_384);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 103})
    void interimResponsesAreLimited(int status) {
        FrameServer.Script script = connection -> {
            connection.begin(10);
            int stream = connection.request();
            for (int i = 0; i <= 32; i++) {
                connection.interim(stream, status);
            }
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            assertThat(failure(post(server, 1)))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("more than 32 interim responses");
            assertThat(text(get(server))).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void anErrorOfTheConnectionIsSurvivedByWhatMayBeSentTwice() {
        FrameServer.Script breaking = connection -> {
            connection.begin(10);
            connection.answer(connection.request(), "first");
            connection.request();
            connection.windowUpdate(0, 0); // a breach of the protocol
            connection.awaitEnd();
        };
        try (FrameServer server =
                FrameServer.playing(breaking, connection -> connection.begin(10).serve())) {
            assertThat(text(get(server))).isEqualTo("first");
            assertThat(text(get(server))).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionThatIsSilentToPingsTakesNoFurtherExchangeAndIsClosed() {
        FrameServer.Script silent = connection -> {
            connection.begin(10);
            connection.answer(connection.request(), "first");
            connection.ignorePings();
            connection.awaitEnd();
        };
        try (FrameServer server =
                FrameServer.playing(silent, connection -> connection.begin(10).serve())) {
            assertThat(text(get(server))).isEqualTo("first");
            assertThat(failure(impatientGet(server))).isInstanceOf(SocketTimeoutException.class);
            assertThat(text(get(server))).isEqualTo("ok");
            PoolCall.awaitUntil(() -> closedBy(CloseCause.STALE) == 1);
        }
    }

    @Test
    void aServerThatDoesNotSayContinueGetsTheBodyAllTheSame() {
        AtomicInteger bytes = new AtomicInteger();
        FrameServer.Script script = connection -> {
            connection.begin(10);
            int stream = connection.request();
            bytes.set(connection.body(stream));
            connection.answer(stream, "ok");
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(script)) {
            SimpleHttpRequest request = SimpleRequestBuilder.post(server.uri() + "/")
                    .setBody(new byte[5], ContentType.APPLICATION_OCTET_STREAM)
                    .setRequestConfig(RequestConfig.custom()
                            .setExpectContinueEnabled(true)
                            .build())
                    .build();

            assertThat(text(call(request))).isEqualTo("ok");
            assertThat(bytes).hasValue(5);
            assertThat(text(get(server))).isEqualTo("ok");
        }
    }

    @Test
    void aClientThatCancelsALeaseItHasKeepsItsExchange() throws Exception {
        try (FrameServer server =
                        FrameServer.playing(connection -> connection.begin(100).serve());
                CloseableHttpAsyncClient minimal = HttpAsyncClients.createMinimal(pool.connectionManager())) {
            minimal.start();
            for (int i = 0; i < 50; i++) {
                SimpleHttpRequest request =
                        SimpleRequestBuilder.get(server.uri() + "/").build();
                assertThat(text(minimal.execute(request, null))).isEqualTo("ok");
            }
        }
    }

    @Test
    void aConnectionThatAnswersThePingGoesOn() {
        pool.close();
        pool = builder().maxPerRoute(1).buildAsync();
        CountDownLatch asked = new CountDownLatch(1);
        FrameServer.Script slow = connection -> {
            connection.begin(10);
            connection.answer(connection.request(), "first");
            connection.request();
            connection.next(Frame.PING);
            asked.countDown();
            connection.serve();
        };
        try (FrameServer server = FrameServer.playing(slow)) {
            assertThat(text(get(server))).isEqualTo("first");
            assertThat(failure(impatientGet(server))).isInstanceOf(SocketTimeoutException.class);
            PoolFetch.await(asked);
            assertThat(text(get(server))).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(1);
            assertThat(closedBy(CloseCause.STALE)).isZero();
        }
    }

    /** No caller waits forever, nothing is lost, and the next request is served. */
    private void assertFailsAndGoesOn(FrameServer.Script attack) {
        try (FrameServer server =
                FrameServer.playing(attack, connection -> connection.begin(100).serve())) {
            assertThat(failure(post(server, 0))).isInstanceOf(IOException.class);

            assertThat(text(get(server))).isEqualTo("ok");
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void aWindowThatGrowsByNothingOnTheConnectionEndsIt() {
        assertFailsAndGoesOn(connection -> {
            connection.begin(100);
            connection.request();
            connection.windowUpdate(0, 0);
            connection.awaitEnd();
        });
    }

    @Test
    void headersWithoutAnEndAreCutOff() {
        AtomicInteger flooded = new AtomicInteger();
        assertFailsAndGoesOn(connection -> {
            connection.begin(100);
            int stream = connection.request();
            while (flooded.incrementAndGet() < 1_000) {
                connection.flood(stream, 1_000);
            }
        });
        assertThat(flooded).hasValueLessThan(1_000);
    }

    @Test
    void aBodyThatDripsEndsWithTheTotalTime() {
        pool.close();
        pool = builder().timeouts(t -> t.total(Duration.ofSeconds(2))).buildAsync();
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(100);
            int stream = connection.request();
            connection.head(stream);
            connection.drip(stream, 10_000, Duration.ofMillis(20));
        })) {
            assertThat(failure(get(server))).isInstanceOf(TotalTimeoutException.class);
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        }
    }
}
