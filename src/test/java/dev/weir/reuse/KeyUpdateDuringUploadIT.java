package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.DelegatingEngine;
import dev.weir.testserver.EngineContext;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A response that arrives in one read with a key update, while another thread sends a body: that thread sends the reply to
 * the key update before the thread of the connection notices that one is due.
 */
@Timeout(120)
class KeyUpdateDuringUploadIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final int HEADER = 5;

    private final CountDownLatch updated = new CountDownLatch(1);
    private final CountDownLatch replied = new CountDownLatch(1);
    private volatile boolean isArmed;

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Holds the thread of the connection at a key update until another thread has replied to it. */
    private final class HeldEngine extends DelegatingEngine {

        HeldEngine(SSLEngine engine) {
            super(engine);
        }

        @Override
        public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] to, int offset, int length) throws SSLException {
            SSLEngineResult result = super.unwrap(source, to, offset, length);
            if (isArmed && result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                isArmed = false;
                updated.countDown();
                await(replied);
            }
            return result;
        }

        @Override
        public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer to) throws SSLException {
            SSLEngineResult result = super.wrap(sources, offset, length, to);
            if (updated.getCount() == 0) {
                replied.countDown();
            }
            return result;
        }
    }

    /** A body that the test writes to the connection by itself, and whose rest is sent as usual. */
    private static final class OpenBody implements AsyncEntityProducer {

        private final ByteBuffer bytes = ByteBuffer.allocate(16 * 1024);
        private final CompletableFuture<DataStreamChannel> channel = new CompletableFuture<>();
        private volatile boolean isEnding;

        @Override
        public void produce(DataStreamChannel to) throws IOException {
            channel.complete(to);
            if (isEnding) {
                to.write(bytes);
            }
            if (isEnding && !bytes.hasRemaining()) {
                to.endStream();
            }
        }

        void write() throws Exception {
            channel.get().write(bytes);
        }

        void end() throws Exception {
            isEnding = true;
            channel.get().requestOutput();
        }

        @Override
        public int available() {
            return !channel.isDone() || isEnding ? 1 : 0;
        }

        @Override
        public long getContentLength() {
            return bytes.capacity();
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public boolean isChunked() {
            return false;
        }

        @Override
        public @Nullable String getContentType() {
            return null;
        }

        @Override
        public @Nullable String getContentEncoding() {
            return null;
        }

        @Override
        public Set<String> getTrailerNames() {
            return Set.of();
        }

        @Override
        public void failed(Exception cause) {
            channel.completeExceptionally(cause);
        }

        @Override
        public void releaseResources() {
            // It has none.
        }
    }

    private void assertRead(HalvedRecords server, Protocol protocol) throws Exception {
        OpenBody body = new OpenBody();
        try (AsyncHttpPool pool = PatientPool.builder("upload")
                .sslContext(EngineContext.wrapping(CERTIFICATES.clientContext(), HeldEngine::new))
                .protocol(protocol)
                .buildAsync()) {
            pool.client()
                    .execute(SimpleRequestBuilder.get(server.uri()).build(), null)
                    .get();
            server.joinRest();
            server.sendBeginning(HEADER);
            Future<SimpleHttpResponse> response = pool.client()
                    .execute(
                            new BasicRequestProducer(Method.POST, server.uri(), body),
                            SimpleResponseConsumer.create(),
                            null);
            body.channel.get();
            PoolCall.awaitUntil(() -> server.requests() == 2);
            isArmed = true;
            server.sendRest();
            await(updated);

            body.write();
            body.end();

            assertThat(response.get(60, TimeUnit.SECONDS).getCode()).isEqualTo(200);
        }
    }

    @Test
    void isReadOverHttp1() throws Exception {
        try (HalvedRecords server = HalvedRecords.ofHttp1(CERTIFICATES)) {
            assertRead(server, Protocol.HTTP_1_1);
        }
    }

    @Test
    void isReadOverHttp2() throws Exception {
        try (HalvedRecords server = HalvedRecords.ofHttp2(CERTIFICATES)) {
            assertRead(server, Protocol.HTTP_2);
        }
    }
}
