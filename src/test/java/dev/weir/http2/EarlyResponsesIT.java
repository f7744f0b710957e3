package dev.weir.http2;

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
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole responses to requests whose bodies the server has not read, and may never read. */
@Timeout(60)
class EarlyResponsesIT {

    private static final int LONG = 1_000_000;
    // Copied, and one byte more than a server must let come.
    private static final int COPIED = 64 * 1024;

    private AsyncHttpPool pool = build(Duration.ZERO);

    private static AsyncHttpPool build(Duration read) {
        return HttpPool.builder("early")
                .protocol(Protocol.HTTP_2)
                .maxPerRoute(1)
                .timeouts(t -> t.unordered()
                        .poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(30))
                        .read(read)
                        .total(Duration.ZERO))
                .buildAsync();
    }

    private void rebuild(Duration read) {
        pool.close();
        pool = build(read);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static HttpPost post(FrameServer server, int bytes) {
        HttpPost request = new HttpPost(server.uri() + "/");
        request.setEntity(new ByteArrayEntity(new byte[bytes], ContentType.APPLICATION_OCTET_STREAM));
        return request;
    }

    private PoolCall<String> send(HttpPost request) {
        return PoolCall.start(
                () -> pool.blockingClient().execute(request, response -> EntityUtils.toString(response.getEntity())));
    }

    private Future<SimpleHttpResponse> sendAsync(FrameServer server, int bytes) {
        return pool.client()
                .execute(
                        SimpleRequestBuilder.post(server.uri() + "/")
                                .setBody(new byte[bytes], ContentType.APPLICATION_OCTET_STREAM)
                                .build(),
                        null);
    }

    private void assertThatTheConnectionServesOn(FrameServer server) throws Exception {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        assertThat(PoolFetch.get(pool.blockingClient(), server.uri())).isEqualTo("ok");
        assertThat(server.accepted()).isEqualTo(1);
    }

    /** Answers at once, reads nothing that needs leave, and serves others once the stream is reset. */
    private static FrameServer.Script neverReading() {
        return connection -> {
            connection.begin(1); // so that the next caller waits for the reset
            int stream = connection.request();
            connection.answer(stream, "early");
            connection.roundTrip();
            assertThat(connection.next(Frame.RST_STREAM).stream()).isEqualTo(stream);
            connection.serve();
        };
    }

    @Nested
    class ForBlockingCallers {
        @ParameterizedTest
        @ValueSource(ints = {COPIED, LONG})
        void standWhenTheRestIsNotReadForTooLong(int bytes) throws Exception {
            rebuild(Duration.ofMillis(300));
            try (FrameServer server = FrameServer.playing(neverReading())) {
                PoolCall<String> call = send(post(server, bytes));

                assertThat(call.get()).isEqualTo("early");
                assertThatTheConnectionServesOn(server);
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {FrameConnection.NO_ERROR, FrameConnection.CANCEL})
        void standWhenTheServerResetsTheStream(int code) throws Exception {
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(2);
                int stream = connection.request();
                connection.answer(stream, "early");
                connection.reset(stream, code);
                connection.serve();
            })) {
                PoolCall<String> call = send(post(server, LONG));

                assertThat(call.get()).isEqualTo("early");
                assertThatTheConnectionServesOn(server);
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {COPIED, LONG})
        void standWhenTheConnectionEnds(int bytes) throws Exception {
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(2);
                connection.answer(connection.request(), "early");
                connection.roundTrip();
            })) {
                PoolCall<String> call = send(post(server, bytes));

                assertThat(call.get()).isEqualTo("early");
                PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            }
        }

        @Test
        void letTheRestBeRead() throws Exception {
            rebuild(Duration.ofSeconds(20));
            AtomicInteger received = new AtomicInteger();
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(2);
                int stream = connection.request();
                connection.answer(stream, "early");
                received.set(connection.body(stream));
                connection.serve();
            })) {
                PoolCall<String> call = send(post(server, LONG));

                assertThat(call.get()).isEqualTo("early");
                assertThatTheConnectionServesOn(server);
                assertThat(received).hasValue(LONG);
            }
        }

        @Test
        void areNotWaitedForByACallerThatIsInterrupted() throws Exception {
            CountDownLatch isBegun = new CountDownLatch(1);
            CountDownLatch isAnswered = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(2);
                int stream = connection.request();
                isBegun.countDown();
                connection.answer(stream, "early");
                int sibling = connection.request();
                connection.roundTrip();
                isAnswered.countDown();
                assertThat(connection.next(Frame.RST_STREAM).stream()).isEqualTo(stream);
                connection.answer(sibling, "sibling");
                connection.serve();
            })) {
                PoolCall<String> call = send(post(server, LONG));
                PoolFetch.await(isBegun);
                PoolCall<String> sibling = PoolCall.start(() -> PoolFetch.get(pool.blockingClient(), server.uri()));
                PoolFetch.await(isAnswered);

                call.thread().interrupt();

                assertThat(call.get()).isEqualTo("early");
                assertThat(sibling.get()).isEqualTo("sibling");
                assertThatTheConnectionServesOn(server);
            }
        }
    }

    @Nested
    class ForCallersThatDoNotBlock {
        @Test
        void areThereAtOnceAndTheRestIsGivenUpAfterSilence() throws Exception {
            rebuild(Duration.ofMillis(300));
            try (FrameServer server = FrameServer.playing(neverReading())) {
                Future<SimpleHttpResponse> answer = sendAsync(server, LONG);

                assertThat(text(answer)).isEqualTo("early");
                assertThatTheConnectionServesOn(server);
            }
        }
    }
}
