package dev.weir.exchange;

import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests over HTTP/2 whose response says that the rest of the body is not wanted, or wanted elsewhere. */
@Timeout(60)
class RefusedBodiesIT {

    private static final int LONG = 1_000_000;
    private static final int SHORT = 1_000;

    private final AsyncHttpPool pool = HttpPool.builder("refused")
            .protocol(Protocol.HTTP_2)
            .maxPerRoute(1)
            .timeouts(t -> t.unordered()
                    .poolWait(Duration.ofSeconds(30))
                    .connect(Duration.ofSeconds(30))
                    .read(Duration.ZERO)
                    .total(Duration.ZERO))
            .buildAsync();

    @AfterEach
    void close() {
        pool.close();
    }

    // In HPACK: the status is the eighth entry of the static table, "location" the 46th, "www-authenticate" the 61st.
    private static byte[] head(int status, int field, String value) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(new byte[] {8, 3});
        block.writeBytes(Integer.toString(status).getBytes(StandardCharsets.US_ASCII));
        if (!value.isEmpty()) {
            block.writeBytes(new byte[] {15, (byte) (field - 15), (byte) value.length()});
            block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
        }
        return block.toByteArray();
    }

    private static byte[] status(int status) {
        return head(status, 0, "");
    }

    private static byte[] challenge() {
        return head(401, 61, "Basic realm=\"r\"");
    }

    private static byte[] elsewhere() {
        return head(307, 46, "/elsewhere");
    }

    /** What became of a stream: how it was reset, and whether it was ended before, as if its request were whole. */
    private record Rest(int code, boolean isEnded) {
        static final Rest NOT_SENT = new Rest(FrameConnection.CANCEL, false);

        static Rest of(FrameConnection connection, int stream) throws IOException {
            Frame reset = connection.next(Frame.RST_STREAM);
            assertThat(reset.stream()).isEqualTo(stream);
            return new Rest(ByteBuffer.wrap(reset.payload()).getInt(), connection.isEnded(stream));
        }
    }

    private Future<SimpleHttpResponse> send(FrameServer server, int bytes) {
        return pool.client()
                .execute(
                        SimpleRequestProducer.create(SimpleRequestBuilder.post(server.uri() + "/")
                                .setBody(new byte[bytes], ContentType.APPLICATION_OCTET_STREAM)
                                .build()),
                        SimpleResponseConsumer.create(),
                        withCredentials(),
                        null);
    }

    private static HttpClientContext withCredentials() {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(
                new AuthScope(null, -1), new UsernamePasswordCredentials("user", "password".toCharArray()));
        HttpClientContext context = HttpClientContext.create();
        context.setCredentialsProvider(credentials);
        return context;
    }

    private void assertThatTheConnectionServesOn(FrameServer server) throws Exception {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        assertThat(PoolFetch.get(pool.blockingClient(), server.uri())).isEqualTo("ok");
        assertThat(server.accepted()).isEqualTo(1);
    }

    /** Refuses a request, and completes its response when it may. */
    private static FrameServer.Script refusing(
            CountDownLatch isRefused, CountDownLatch mayEnd, CompletableFuture<Rest> rest) {
        return connection -> {
            connection.begin(1); // so that the next caller waits for the reset
            int stream = connection.request();
            connection.headers(stream, status(413));
            connection.windowUpdate(0, LONG);
            connection.windowUpdate(stream, LONG);
            connection.roundTrip();
            isRefused.countDown();
            PoolFetch.await(mayEnd);
            connection.data(stream, 10);
            connection.end(stream);
            rest.complete(Rest.of(connection, stream));
            connection.serve();
        };
    }

    @Test
    void aCallIsCompleteWhenItsResponseIsAndItsBodyIsNeverEnded() throws Exception {
        CountDownLatch isRefused = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        CompletableFuture<Rest> rest = new CompletableFuture<>();
        try (FrameServer server = FrameServer.playing(refusing(isRefused, mayEnd, rest))) {
            Future<SimpleHttpResponse> answer = send(server, LONG);
            PoolFetch.await(isRefused);
            assertThat(pool.snapshot().leased()).isEqualTo(1);
            mayEnd.countDown();

            assertThat(text(answer)).hasSize(10);
            assertThat(rest).succeedsWithin(PoolCall.PATIENCE).isEqualTo(Rest.NOT_SENT);
            assertThatTheConnectionServesOn(server);
        }
    }

    /** What begins a connection is a first request and its end; then the request comes again, and keeps its lease. */
    private void assertSentOnceMoreWhole(FrameServer.Script first, int length) throws Exception {
        AtomicInteger received = new AtomicInteger();
        CountDownLatch isTaken = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(2);
            first.play(connection);
            int second = connection.request();
            received.set(connection.body(second));
            isTaken.countDown();
            PoolFetch.await(mayAnswer);
            connection.answer(second, "welcome");
            connection.serve();
        })) {
            Future<SimpleHttpResponse> answer = send(server, length);
            PoolFetch.await(isTaken);
            assertThat(pool.snapshot().leased()).isEqualTo(1);
            mayAnswer.countDown();

            assertThat(text(answer)).isEqualTo("welcome");
            assertThat(received).hasValue(length);
            assertThatTheConnectionServesOn(server);
        }
    }

    @Test
    void aChallengedRequestIsSentOnceMoreWhole() throws Exception {
        CompletableFuture<Rest> rest = new CompletableFuture<>();
        assertSentOnceMoreWhole(
                connection -> {
                    int stream = connection.request();
                    connection.headers(stream, challenge());
                    connection.end(stream);
                    rest.complete(Rest.of(connection, stream));
                    connection.windowUpdate(0, LONG); // what came of it
                },
                LONG);
        assertThat(rest).isCompletedWithValue(Rest.NOT_SENT);
    }

    @Test
    void aChallengedRequestThatWasSentWholeIsSentOnceMoreWhole() throws Exception {
        assertSentOnceMoreWhole(
                connection -> {
                    int stream = connection.request();
                    connection.body(stream);
                    connection.headers(stream, challenge());
                    connection.end(stream);
                },
                SHORT);
    }

    @Test
    void aRedirectedRequestWhoseRestIsNotWantedIsSentWholeToItsPlace() throws Exception {
        assertSentOnceMoreWhole(
                connection -> {
                    int stream = connection.request();
                    connection.headers(stream, elsewhere());
                    connection.end(stream);
                    connection.reset(stream, FrameConnection.NO_ERROR);
                    connection.windowUpdate(0, LONG); // what came of it
                },
                LONG);
    }
}
