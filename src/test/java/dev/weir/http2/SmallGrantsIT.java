package dev.weir.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous readers that let the server send only a few bytes at a time. */
@Timeout(120)
class SmallGrantsIT {

    private static final int LONG = 200_000;

    @ParameterizedTest
    @ValueSource(ints = {1_000, 8_192, 16_383, 16_384})
    void receiveAllOfTheirResponse(int capacity) throws Exception {
        try (Http2Server server = Http2Server.allowing(100);
                AsyncHttpPool pool = PatientPool.builder("test")
                        .protocol(Protocol.HTTP_2)
                        .sslContext(TestCertificates.trusted().clientContext())
                        .buildAsync()) {
            Future<Integer> received = pool.client().execute(longEcho(server), new Reader(capacity), null);

            assertThat(received.get(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(LONG);
        }
    }

    private static AsyncRequestProducer longEcho(Http2Server server) {
        return AsyncRequestBuilder.post(server.uri())
                .setEntity("x".repeat(LONG), ContentType.TEXT_PLAIN)
                .build();
    }

    /** Counts the bytes of a body. */
    private static final class Reader extends AbstractBinResponseConsumer<Integer> {

        private final int capacity;
        private int count;

        Reader(int capacity) {
            this.capacity = capacity;
        }

        @Override
        protected void start(HttpResponse response, ContentType type) {}

        @Override
        protected int capacityIncrement() {
            return capacity;
        }

        @Override
        protected void data(ByteBuffer bytes, boolean isLast) {
            count += bytes.remaining();
            bytes.position(bytes.limit());
        }

        @Override
        protected Integer buildResult() {
            return count;
        }

        @Override
        public void failed(Exception cause) {}

        @Override
        public void releaseResources() {}
    }
}
