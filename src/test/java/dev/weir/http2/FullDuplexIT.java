package dev.weir.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.RequestDeadline;
import dev.weir.config.Protocol;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.io.IOCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking callers whose server responds over HTTP/2 while they still send their request. */
@Timeout(90)
class FullDuplexIT {

    private static final int LONG = 1_000_000;

    private AsyncHttpPool pool = build(Duration.ofSeconds(20));

    private static AsyncHttpPool build(Duration read) {
        return HttpPool.builder("duplex")
                .protocol(Protocol.HTTP_2)
                .maxPerRoute(1)
                .timeouts(t -> t.unordered()
                        .poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(30))
                        .read(read)
                        .total(Duration.ZERO))
                .buildAsync();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static FrameServer echo() {
        return FrameServer.playing(connection -> connection.begin(100).echo());
    }

    private static ClassicHttpRequest post(FrameServer server, int bytes) {
        ClassicHttpRequest request =
                ClassicRequestBuilder.post(server.uri() + "/").build();
        request.setEntity(new ByteArrayEntity(new byte[bytes], ContentType.APPLICATION_OCTET_STREAM));
        return request;
    }

    private static ClassicHttpRequest post(FrameServer server, IOCallback<OutputStream> body) {
        ClassicHttpRequest request =
                ClassicRequestBuilder.post(server.uri() + "/").build();
        request.setEntity(new EntityTemplate(-1, ContentType.APPLICATION_OCTET_STREAM, null, body));
        return request;
    }

    private long echoed(ClassicHttpRequest request) throws IOException {
        return pool.blockingClient().execute(request, FullDuplexIT::length);
    }

    private static long length(ClassicHttpResponse response) throws IOException {
        try (InputStream body = response.getEntity().getContent()) {
            return body.transferTo(OutputStream.nullOutputStream());
        }
    }

    @Test
    void manyOfThemShareAConnectionWithShortRequests() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(50);
        try (FrameServer server = echo()) {
            List<Future<Long>> longs = new ArrayList<>();
            List<Future<Long>> shorts = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                longs.add(callers.submit(() -> echoed(post(server, LONG))));
            }
            for (int i = 0; i < 200; i++) {
                shorts.add(callers.submit(() -> echoed(post(server, 1_000))));
            }

            for (Future<Long> each : shorts) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(1_000);
            }
            for (Future<Long> each : longs) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(LONG);
            }
            assertThat(server.accepted()).isEqualTo(1);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void aCallerThatDoesNotReadHoldsUpNoOther() throws Exception {
        try (FrameServer server = echo();
                ClassicHttpResponse unread = pool.blockingClient().executeOpen(null, post(server, 6 * LONG), null)) {
            for (int i = 0; i < 50; i++) {
                assertThat(echoed(post(server, 100_000))).isEqualTo(100_000);
            }
            assertThat(unread.getCode()).isEqualTo(200);
        }
    }

    @Test
    void aServerThatFallsSilentIsNotExcusedByACallerThatReads() throws Exception {
        pool.close();
        pool = build(Duration.ofMillis(300));
        try (FrameServer server = FrameServer.playing(connection -> {
                    connection.begin(1);
                    int stream = connection.request();
                    connection.head(stream);
                    connection.data(stream, 50_000);
                    connection.awaitEnd();
                });
                ClassicHttpResponse response = pool.blockingClient()
                        .executeOpen(
                                null,
                                ClassicRequestBuilder.get(server.uri() + "/").build(),
                                null)) {
            assertThatThrownBy(() -> length(response)).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void noThreadTouchesTheBodyOfACallThatHasEnded() throws Exception {
        CountDownLatch writes = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (FrameServer server =
                FrameServer.playing(connection -> connection.begin(1).awaitEnd())) {
            Thread caller = new Thread(() -> {
                try {
                    echoed(post(server, out -> {
                        try {
                            writes.countDown();
                            out.write(new byte[LONG]);
                        } finally {
                            left.countDown();
                        }
                    }));
                } catch (IOException e) {
                    failure.set(left.getCount() == 0 ? e : new AssertionError("The body is in use still"));
                }
            });
            caller.start();
            PoolFetch.await(writes);
            caller.interrupt();
            caller.join(30_000);

            assertThat(failure.get()).isInstanceOf(InterruptedIOException.class);
        }
    }

    @Test
    void anEchoOfMoreThanIsKeptFailsTheCall() throws Exception {
        try (FrameServer server = echo()) {
            assertThatThrownBy(() -> echoed(post(server, 20 * LONG)))
                    .isInstanceOf(ClientProtocolException.class)
                    .hasMessageContaining("more than 8 MiB");
        }
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    @Test
    void aServerThatStopsReadingFailsTheCall() throws Exception {
        pool.close();
        pool = build(Duration.ofMillis(300));
        try (FrameServer server =
                FrameServer.playing(connection -> connection.begin(1).awaitEnd())) {
            assertThatThrownBy(() -> echoed(post(server, LONG))).isInstanceOf(SocketTimeoutException.class);
        }
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    @Test
    void theDeadlineEndsTheWaitForABodyThatWaitsItself() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, Duration.ofMillis(300));
        try (FrameServer server =
                FrameServer.playing(connection -> connection.begin(1).awaitEnd())) {
            assertThatThrownBy(() -> pool.blockingClient()
                            .execute(
                                    post(server, out -> {
                                        try {
                                            never.await();
                                        } catch (InterruptedException e) {
                                            throw new InterruptedIOException();
                                        }
                                    }),
                                    context,
                                    FullDuplexIT::length))
                    .isInstanceOf(TotalTimeoutException.class);
            assertThat(Thread.interrupted()).isFalse();
        }
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    private int send(ClassicHttpRequest request) throws IOException {
        return pool.blockingClient().execute(request, ClassicHttpResponse::getCode);
    }

    private void awaitRest() {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    @Test
    void aCallerWhoseBodyIsNotReadIsReleasedWhenTheConnectionEnds() {
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(1);
            connection.request();
            connection.next(Frame.DATA);
            connection.close();
        })) {
            assertThatThrownBy(() -> send(post(server, out -> out.write(new byte[LONG]))))
                    .isInstanceOf(IOException.class);
            awaitRest();
        }
    }

    @Test
    void aBodyThatBreaksOffIsNeverSentAsAWhole() {
        CountDownLatch isReset = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(1);
            connection.request();
            Frame next = connection.next();
            while (next.type() != Frame.RST_STREAM) {
                ended.compareAndSet(false, next.type() == Frame.DATA && next.has(Frame.END_STREAM));
                next = connection.next();
            }
            isReset.countDown();
            connection.awaitEnd();
        })) {
            IOException broken = new IOException("on purpose");
            assertThatThrownBy(() -> send(post(server, out -> {
                        out.write(new byte[10_000]);
                        throw broken;
                    })))
                    .isSameAs(broken);

            PoolFetch.await(isReset);
            assertThat(ended).isFalse();
            awaitRest();
        }
    }

    @Test
    void aResponseThatBreaksOffIsNotContinuedByAnother() throws Exception {
        CountDownLatch hasHead = new CountDownLatch(1);
        try (FrameServer server = FrameServer.playing(
                connection -> {
                    connection.begin(1);
                    int stream = connection.request();
                    connection.head(stream);
                    connection.data(stream, 10);
                    PoolFetch.await(hasHead);
                    connection.goAway(stream, 1);
                },
                connection -> connection.begin(1).serve())) {
            ClassicHttpRequest request =
                    ClassicRequestBuilder.get(server.uri() + "/").build();
            try (ClassicHttpResponse answer = pool.blockingClient().executeOpen(null, request, null)) {
                assertThat(answer.getEntity().getContent().readNBytes(10)).hasSize(10);
                hasHead.countDown();

                assertThatThrownBy(() -> answer.getEntity().getContent().read()).isInstanceOf(IOException.class);
            }
            awaitRest();
            assertThat(server.accepted()).isEqualTo(1);
        }
    }
}
