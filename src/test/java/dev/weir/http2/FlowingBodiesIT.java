package dev.weir.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameServer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.io.IOCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that flow between blocking callers and servers with HTTP/2, when an exchange ends amid them. */
@Timeout(60)
class FlowingBodiesIT {

    private static final int LONG = 1_000_000;

    private AsyncHttpPool pool = build(Duration.ZERO);

    private static AsyncHttpPool build(Duration total) {
        return HttpPool.builder("flowing")
                .protocol(Protocol.HTTP_2)
                .maxPerRoute(1)
                .timeouts(t -> t.unordered()
                        .poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(30))
                        .read(Duration.ZERO)
                        .total(total))
                .buildAsync();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static ClassicHttpRequest post(FrameServer server, IOCallback<OutputStream> body) {
        ClassicHttpRequest request =
                ClassicRequestBuilder.post(server.uri() + "/").build();
        request.setEntity(new EntityTemplate(-1, ContentType.APPLICATION_OCTET_STREAM, null, body));
        return request;
    }

    private int send(ClassicHttpRequest request) throws IOException {
        return pool.blockingClient().execute(request, ClassicHttpResponse::getCode);
    }

    private static void awaitRest(AsyncHttpPool of) {
        PoolCall.awaitUntil(() -> of.snapshot().leased() == 0);
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
            awaitRest(pool);
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
            awaitRest(pool);
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
            awaitRest(pool);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }
}
