package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a connection over HTTP/1.1 whose call is canceled. */
@Timeout(60)
class AsyncCancelIT {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AsyncHttpPool pool =
            PatientPool.builder("cancel").protocol(Protocol.HTTP_1_1).buildAsync();

    @AfterEach
    void close() {
        end.countDown();
        pool.close();
    }

    private Future<SimpleHttpResponse> get(LoopbackServer server) {
        return pool.client().execute(SimpleRequestBuilder.get(server.uri("/")).build(), null);
    }

    private void assertCanceled(LoopbackServer server) {
        Future<SimpleHttpResponse> call = get(server);
        PoolFetch.await(asked);
        call.cancel(true);

        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.CANCELLED);
    }

    @Test
    void thatWaitsForItsResponseIsClosedAsCanceled() {
        try (LoopbackServer server = LoopbackServer.http()
                .handler(exchange -> {
                    asked.countDown();
                    exchange.await(end).ok("late");
                })
                .start()) {
            assertCanceled(server);
        }
    }

    @Test
    void thatReadsItsResponseIsClosedAsCanceled() {
        try (LoopbackServer server = LoopbackServer.http()
                .handler(exchange -> {
                    OutputStream output = exchange.output();
                    output.write(
                            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".getBytes(StandardCharsets.US_ASCII));
                    output.flush();
                    asked.countDown();
                    exchange.await(end);
                })
                .start()) {
            assertCanceled(server);
        }
    }

    @Test
    void thatIsCompleteGoesOn() throws Exception {
        try (LoopbackServer server =
                LoopbackServer.http().handler(exchange -> exchange.ok("ok")).start()) {
            Future<SimpleHttpResponse> call = get(server);
            call.get(30, TimeUnit.SECONDS);
            PoolBooks.atRest(pool);
            call.cancel(true);
            get(server).get(30, TimeUnit.SECONDS);

            assertThat(server.accepted()).isEqualTo(1);
        }
    }
}
