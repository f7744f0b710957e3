package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.Answers;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection with HTTP/2 that closes a moment after one of its streams was reset: its socket closes, too. */
@Timeout(120)
class ResetBeforeCloseIT {

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch reset = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private void ignoreTheFirst(FrameConnection connection) throws IOException {
        connection.begin(100).request();
        requested.countDown();
        connection.next(Frame.RST_STREAM);
        reset.countDown();
        try {
            connection.serve();
        } finally {
            closed.countDown();
        }
    }

    private static Future<SimpleHttpResponse> get(AsyncHttpPool pool, FrameServer server) {
        return pool.client()
                .execute(SimpleRequestBuilder.get(server.uri() + "/").build(), null);
    }

    @Test
    void closesItsSocket() throws Exception {
        try (FrameServer server = FrameServer.playing(this::ignoreTheFirst);
                AsyncHttpPool pool =
                        PatientPool.builder("reset").protocol(Protocol.HTTP_2).buildAsync()) {
            Future<SimpleHttpResponse> unwanted = get(pool, server);
            await(requested);
            unwanted.cancel(true);
            await(reset);
            assertThat(Answers.text(get(pool, server))).isEqualTo("ok");
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);

            pool.evictIdle();

            assertThat(pool.snapshot().idle()).isZero();
            await(closed);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    }
}
