package dev.weir.http2;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.call.Call;
import dev.weir.testpool.Answers;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.http2.config.H2Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an asynchronous pool does when the frames of a server are unusual. */
class Http2FramesIT {

    private static final Duration LONG = Duration.ofSeconds(30);

    private AsyncHttpPool pool = builder().buildAsync();

    private static HttpPoolBuilder builder() {
        return HttpPool.builder("frames")
                .protocol(Protocol.HTTP_2)
                .timeouts(t ->
                        t.unordered().poolWait(LONG).connect(LONG).read(LONG).total(LONG.multipliedBy(4)));
    }

    private void rebuild(HttpPoolBuilder builder) {
        pool.close();
        pool = builder.buildAsync();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Future<SimpleHttpResponse> get(FrameServer server) {
        return pool.client()
                .execute(SimpleRequestBuilder.get(server.uri() + "/").build(), null);
    }

    private Future<SimpleHttpResponse> post(FrameServer server) {
        return pool.client()
                .execute(
                        SimpleRequestBuilder.post(server.uri() + "/")
                                .setBody("body", ContentType.TEXT_PLAIN)
                                .build(),
                        null);
    }

    private List<Future<SimpleHttpResponse>> burst(FrameServer server, int callers) {
        return IntStream.range(0, callers).mapToObj(caller -> get(server)).toList();
    }

    /** Returns the code with which the client resets a stream. */
    private static int resetOf(FrameConnection connection, int stream) throws IOException {
        Frame reset = connection.next(Frame.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(stream);
        return ByteBuffer.wrap(reset.payload()).getInt();
    }

    private static FrameServer.Script serving(int maxStreams) {
        return connection -> connection.begin(maxStreams).serve();
    }

    private static FrameServer.Script lettingNobodyInUntil(CountDownLatch raise) {
        return connection -> {
            connection.begin(0);
            raise.await();
            connection.allow(1);
            connection.serve();
        };
    }

    @Nested
    class LimitOfStreams {

        // Often, because what it went wrong by was a race.
        @RepeatedTest(5)
        void ofZeroIsNoReasonToDialMore() {
            CountDownLatch raise = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(lettingNobodyInUntil(raise))) {
                List<Future<SimpleHttpResponse>> first = burst(server, 3);
                PoolCall.awaitUntil(() -> pool.snapshot().pending() == 3);
                List<Future<SimpleHttpResponse>> later = burst(server, 30);
                PoolCall.awaitUntil(() -> pool.snapshot().pending() == 33);
                assertThat(server.accepted()).isEqualTo(1);
                assertThat(pool.snapshot().dialing()).isZero();
                raise.countDown();

                assertThat(first).allSatisfy(answer -> assertThat(text(answer)).isEqualTo("ok"));
                assertThat(later).allSatisfy(answer -> assertThat(text(answer)).isEqualTo("ok"));
                assertThat(server.accepted()).isLessThanOrEqualTo(pool.config().maxPerRoute());
            }
        }

        @Test
        void ofZeroOnAConnectionThatIsGoneIsForgotten() {
            try (FrameServer server = FrameServer.playing(
                    connection -> {
                        connection.begin(0);
                        PoolCall.awaitUntil(() -> pool.snapshot().pending() == 3);
                    },
                    serving(1))) {
                List<Future<SimpleHttpResponse>> answers = burst(server, 3);

                assertThat(answers)
                        .allSatisfy(answer -> assertThat(text(answer)).isEqualTo("ok"));
                assertThat(pool.snapshot().routes().get(0).limit())
                        .isEqualTo(pool.config().maxPerRoute());
            }
        }

        @Test
        void holdsAtOnceWhenItIsRaisedAndLowered() {
            rebuild(builder().maxPerRoute(1));
            AtomicInteger begun = new AtomicInteger();
            CountDownLatch raise = new CountDownLatch(1);
            CountDownLatch lower = new CountDownLatch(1);
            CountDownLatch answer = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(2);
                int[] streams = new int[6];
                for (int i = 0; i < 4; i++) {
                    if (i == 2) {
                        raise.await();
                        connection.allow(4);
                    }
                    streams[i] = connection.request();
                    begun.incrementAndGet();
                }
                lower.await();
                connection.allow(1);
                answer.await();
                for (int i = 0; i < 4; i++) {
                    connection.answer(streams[i], "early");
                }
                connection.serve();
            })) {
                List<Future<SimpleHttpResponse>> answers = burst(server, 6);
                PoolCall.awaitUntil(() -> begun.get() == 2);
                assertThat(pool.snapshot().pending()).isEqualTo(4);
                raise.countDown();
                PoolCall.awaitUntil(() -> begun.get() == 4);
                lower.countDown();
                answer.countDown();

                assertThat(answers.stream().map(Answers::text)).containsOnly("early", "ok");
                assertThat(server.accepted()).isEqualTo(1);
            }
        }

        @ParameterizedTest
        @CsvSource({"300, 10000", "1200, 200"})
        void leavesThoseThatFindNoRoomWhatIsLeftOfTheirPoolWait(int poolWait, int connect) {
            rebuild(builder()
                    .maxPerRoute(1)
                    .timeouts(t -> t.poolWait(Duration.ofMillis(poolWait)).connect(Duration.ofMillis(connect))));
            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch answer = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(connection -> {
                asked.await();
                connection.begin(1);
                int stream = connection.request();
                answer.await();
                connection.answer(stream, "ok");
                connection.serve();
            })) {
                List<Future<SimpleHttpResponse>> answers = burst(server, 3);
                assertThat(pool.snapshot().pending()).isZero();
                asked.countDown();
                long startNanos = System.nanoTime();

                assertThat(failure(answers.get(1))).isInstanceOf(PoolExhaustedException.class);
                assertThat(failure(answers.get(2))).isInstanceOf(PoolExhaustedException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                        .isLessThan(Duration.ofSeconds(4)); // then a sweep would find them late
                answer.countDown();
                assertThat(text(answers.get(0))).isEqualTo("ok");
                assertThat(text(get(server))).isEqualTo("ok");
                assertThat(server.accepted()).isEqualTo(1);
            }
        }

        @Test
        void isWaitedForNoLongerThanConnectAllows() {
            rebuild(builder().timeouts(t -> t.connect(Duration.ofMillis(500))));
            try (FrameServer server = FrameServer.playing(FrameConnection::awaitEnd)) {
                assertThat(failure(get(server)))
                        .isInstanceOf(ConnectTimeoutException.class)
                        .hasMessageContaining("timeouts.connect");
                PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            }
        }
    }

    @Nested
    class Replay {

        // A server that ends, ends all its connections.
        @Test
        void goesOnAFreshConnectionIfTheSharedOneThatItChoseIsLostToo() {
            CountDownLatch both = new CountDownLatch(2);
            FrameServer.Script losing = connection -> {
                connection.begin(1);
                int stream = connection.request();
                both.countDown();
                both.await();
                connection.answer(stream, "ok");
                connection.request();
            };
            try (FrameServer server = FrameServer.playing(losing, losing, serving(1))) {
                assertThat(burst(server, 2))
                        .allSatisfy(answer -> assertThat(text(answer)).isEqualTo("ok"));

                assertThat(text(get(server))).isEqualTo("ok");
                assertThat(server.accepted()).isEqualTo(3);
            }
        }

        @Test
        void endIfEachConnectionBeginsWithGoAway() {
            try (FrameServer server = FrameServer.playing(connection -> connection.goAway(0))) {
                assertThat(failure(get(server))).isInstanceOf(IOException.class);
                assertThat(server.accepted()).isLessThanOrEqualTo(Call.MOST_REFUSALS_IN_A_ROW + 1);
            }
        }

        @Test
        void ofWhatGoAwayExcludesAndOfNothingElseIfItRefusesStreams() {
            CountDownLatch sent = new CountDownLatch(1);
            AtomicInteger replayed = new AtomicInteger();
            try (FrameServer server = FrameServer.playing(
                    connection -> {
                        connection.begin(100);
                        int executed = connection.request();
                        sent.countDown();
                        connection.request();
                        connection.request();
                        connection.goAway(executed, FrameConnection.REFUSED_STREAM);
                        connection.awaitEnd();
                    },
                    connection -> {
                        connection.begin(100);
                        while (true) {
                            int stream = connection.request();
                            replayed.incrementAndGet();
                            connection.answer(stream, "ok");
                        }
                    })) {
                Future<SimpleHttpResponse> first = post(server);
                PoolFetch.await(sent);
                List<Future<SimpleHttpResponse>> others = List.of(post(server), post(server));

                assertThat(failure(first)).isInstanceOf(H2StreamResetException.class);
                assertThat(others).allSatisfy(answer -> assertThat(text(answer)).isEqualTo("ok"));
                assertThat(replayed).hasValue(2);
            }
        }

        @Test
        void endsWithAServerThatRefusesForever() {
            AtomicInteger refused = new AtomicInteger();
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                while (true) {
                    connection.reset(connection.request(), FrameConnection.REFUSED_STREAM);
                    refused.incrementAndGet();
                }
            })) {
                assertThat(failure(post(server))).isInstanceOf(RequestNotExecutedException.class);
                assertThat(refused).hasValueBetween(20, 22);
            }
        }

        @Test
        void ofRefusedStreamsWhateverTheMethod() {
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                connection.reset(connection.request(), FrameConnection.REFUSED_STREAM);
                connection.serve();
            })) {
                assertThat(text(post(server))).isEqualTo("ok");
                assertThat(server.accepted()).isEqualTo(1);
            }
        }
    }

    @Nested
    class Isolation {
        @Test
        void ofAStreamThatTheServerResets() {
            CountDownLatch begun = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                int first = connection.request();
                begun.countDown();
                connection.reset(connection.request(), FrameConnection.CANCEL);
                connection.answer(first, "ok");
                connection.serve();
            })) {
                Future<SimpleHttpResponse> sibling = get(server);
                PoolFetch.await(begun);

                assertThat(failure(post(server))).isInstanceOf(IOException.class);
                assertThat(text(sibling)).isEqualTo("ok");
                assertThat(text(get(server))).isEqualTo("ok");
                assertThat(server.accepted()).isEqualTo(1);
            }
        }

        // HttpCore keeps the socket of a connection that closes a moment after a reset of one of its streams.
        @Test
        void endsWithTheSocketAMomentAfterAReset() {
            CountDownLatch requested = new CountDownLatch(1);
            CountDownLatch reset = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100).request();
                requested.countDown();
                connection.next(Frame.RST_STREAM);
                reset.countDown();
                try {
                    connection.serve();
                } finally {
                    closed.countDown();
                }
            })) {
                Future<SimpleHttpResponse> unwanted = get(server);
                PoolFetch.await(requested);
                unwanted.cancel(true);
                PoolFetch.await(reset);
                assertThat(text(get(server))).isEqualTo("ok");
                PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);

                pool.evictIdle();

                assertThat(pool.snapshot().idle()).isZero();
                PoolFetch.await(closed);
            }
        }

        @Test
        void ofARequestThatIsGivenUpAmidTheHeadOfAnother() {
            CountDownLatch first = new CountDownLatch(1);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch cancelled = new CountDownLatch(1);
            AtomicInteger code = new AtomicInteger();
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(2);
                int answered = connection.request();
                first.countDown();
                int silent = connection.request();
                connection.beginHead(answered);
                begun.countDown();
                PoolFetch.await(cancelled);
                connection.endHead(answered);
                code.set(resetOf(connection, silent));
                connection.data(answered, 10);
                connection.end(answered);
                connection.serve();
            })) {
                Future<SimpleHttpResponse> wanted = get(server);
                PoolFetch.await(first);
                Future<SimpleHttpResponse> unwanted = get(server);
                PoolFetch.await(begun);

                unwanted.cancel(true);
                cancelled.countDown();

                assertThat(text(wanted)).hasSize(10);
                assertThat(code).hasValue(FrameConnection.CANCEL);
                PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
                assertThat(text(get(server))).isEqualTo("ok");
                assertThat(server.accepted()).isEqualTo(1);
            }
        }
    }

    /** A head of more than 256 KiB ends its connection: HttpCore then no longer knows the table of fields. */
    @Nested
    class LargeHeads {

        @Test
        void arriveUpToTheLimit() {
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                connection.answerWithHeader(connection.request(), "large", 200_000);
                connection.serve();
            })) {
                assertThat(text(get(server))).isNull(); // it has no body
            }
        }

        @Test
        void endTheirConnection() {
            try (FrameServer server = FrameServer.playing(
                    connection -> {
                        connection.begin(100);
                        connection.answerWithHeader(connection.request(), "large", 300_000);
                        connection.awaitEnd();
                    },
                    serving(100))) {
                assertThat(failure(get(server))).isInstanceOf(HttpException.class);
                assertThat(text(get(server))).isEqualTo("ok");
                PoolBooks.atRest(pool);
            }
        }
    }

    /** A response that can have no body has none, whatever comes: the others on its connection go on. */
    @Nested
    class ResponsesWithoutBody {

        private static final byte OK = (byte) 0x88; // as HPACK has them in its table
        private static final byte NOT_MODIFIED = (byte) 0x8b;

        private void assertRefused(byte status, Function<String, Throwable> call) {
            CountDownLatch begun = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                int sibling = connection.request();
                begun.countDown();
                int stream = connection.request();
                connection.headers(stream, status);
                connection.data(stream, 5);
                connection.end(stream);
                connection.answer(sibling, "ok");
                connection.serve();
            })) {
                Future<SimpleHttpResponse> sibling = get(server);
                PoolCall.awaitUntil(() -> begun.getCount() == 0);

                assertThat(call.apply(server.uri() + "/"))
                        .hasStackTraceContaining("longer than its head announces (0 bytes)");
                assertThat(text(sibling)).isEqualTo("ok");
                assertThat(server.accepted()).isEqualTo(1);
                PoolBooks.atRest(pool);
            }
        }

        private Throwable sent(SimpleHttpRequest request) {
            return failure(pool.client().execute(request, null));
        }

        @Test
        void toHead() {
            assertRefused(OK, uri -> sent(SimpleRequestBuilder.head(uri).build()));
        }

        @Test
        void notModified() {
            assertRefused(
                    NOT_MODIFIED, uri -> sent(SimpleRequestBuilder.get(uri).build()));
        }
    }

    @Nested
    class Oddities {

        @Test
        void framesAfterTheEndOfAStreamHarmNoCaller() {
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                int first = connection.request();
                connection.answer(first, "ok");
                connection.data(first, 100);
                connection.frame(Frame.DATA, Frame.END_STREAM, first);
                connection.serve();
            })) {
                String before = text(get(server));
                String after = text(get(server));

                assertThat(List.of(before, after)).containsExactly("ok", "ok");
                assertThat(server.accepted()).isEqualTo(1);
            }
        }

        @Test
        void pushesAreRefused() {
            CompletableFuture<Frame> settings = new CompletableFuture<>();
            try (FrameServer server = FrameServer.playing(
                    connection -> {
                        connection.begin(100);
                        settings.complete(connection.next(Frame.SETTINGS));
                        int stream = connection.request();
                        connection.push(stream, 2);
                        connection.awaitEnd();
                    },
                    serving(100))) {
                assertThat(failure(post(server))).isInstanceOf(IOException.class);
                assertThat(settings)
                        .succeedsWithin(LONG)
                        .satisfies(frame -> assertThat(enablePush(frame)).isZero());
                assertThat(text(get(server))).isEqualTo("ok");
            }
        }

        private static int enablePush(Frame settings) {
            ByteBuffer values = ByteBuffer.wrap(settings.payload());
            while (values.hasRemaining()) {
                int name = values.getShort();
                int value = values.getInt();
                if (name == 2) {
                    return value;
                }
            }
            return 1;
        }
    }

    @Nested
    class Settings {
        @Test
        void aConnectionCarriesNoMoreThanMaxConcurrentStreams() {
            rebuild(builder()
                    .maxPerRoute(1)
                    .http2Config(H2Config.custom().setMaxConcurrentStreams(2).build()));
            AtomicInteger begun = new AtomicInteger();
            CountDownLatch isFull = new CountDownLatch(1);
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                int[] streams = new int[2];
                for (int i = 0; i < streams.length; i++) {
                    streams[i] = connection.request();
                    begun.incrementAndGet();
                }
                isFull.await();
                for (int stream : streams) {
                    connection.answer(stream, "ok");
                }
                connection.serve();
            })) {
                List<Future<SimpleHttpResponse>> answers = burst(server, 5);
                PoolCall.awaitUntil(() -> begun.get() == 2 && pool.snapshot().pending() == 3);

                isFull.countDown();

                assertThat(answers)
                        .allSatisfy(answer -> assertThat(text(answer)).isEqualTo("ok"));
                assertThat(server.accepted()).isEqualTo(1);
            }
        }
    }
}
