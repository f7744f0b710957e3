package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.LoopbackServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call of an asynchronous client is complete when its lease is back. */
class ReleasedFirstIT {

    /** Notes, on the thread that has the end of a call, how many leases are out. */
    private static final class Counting extends CompletableFuture<Integer>
            implements FutureCallback<SimpleHttpResponse> {
        private final AsyncHttpPool pool;

        Counting(AsyncHttpPool pool) {
            this.pool = pool;
        }

        @Override
        public void completed(SimpleHttpResponse response) {
            complete(pool.snapshot().leased());
        }

        @Override
        public void failed(Exception cause) {
            completeExceptionally(cause);
        }

        @Override
        public void cancelled() {
            cancel(false);
        }
    }

    private static AsyncHttpPool pool(Protocol protocol) {
        return PatientPool.builder("first").protocol(protocol).buildAsync();
    }

    private static int leasedAtTheEndOf(SimpleHttpRequest request, AsyncHttpPool pool) throws Exception {
        Counting counting = new Counting(pool);
        Future<SimpleHttpResponse> call = pool.client().execute(request, counting);
        int leased = counting.get(60, TimeUnit.SECONDS);
        assertThat(call).isDone();
        return leased;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void overHttp2(boolean hasBody) throws Exception {
        try (AsyncHttpPool pool = pool(Protocol.HTTP_2);
                FrameServer server =
                        FrameServer.playing(connection -> connection.begin(10).serve())) {
            assertThat(leasedAtTheEndOf(request(server.uri() + "/", hasBody), pool))
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void overHttp1(boolean hasBody) throws Exception {
        try (AsyncHttpPool pool = pool(Protocol.HTTP_1_1);
                LoopbackServer server = LoopbackServer.http().start()) {
            assertThat(leasedAtTheEndOf(request(server.uri("/").toString(), hasBody), pool))
                    .isZero();
        }
    }

    /** So that the next call of its caller finds the connection. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void beforeABlockingCallerReturns(boolean hasHttp2) throws Exception {
        try (AsyncHttpPool pool = pool(hasHttp2 ? Protocol.HTTP_2 : Protocol.HTTP_1_1);
                FrameServer http2 =
                        FrameServer.playing(connection -> connection.begin(10).serve());
                LoopbackServer http1 = LoopbackServer.http().start()) {
            for (int i = 0; i < 300; i++) {
                PoolFetch.get(pool.blockingClient(), hasHttp2 ? http2.uri() : http1.origin());
                assertThat(pool.snapshot().leased()).isZero();
            }
        }
    }

    private static SimpleHttpRequest request(String uri, boolean hasBody) {
        return hasBody
                ? SimpleRequestBuilder.post(uri)
                        .setBody("body", ContentType.TEXT_PLAIN)
                        .build()
                : SimpleRequestBuilder.get(uri).build();
    }
}
