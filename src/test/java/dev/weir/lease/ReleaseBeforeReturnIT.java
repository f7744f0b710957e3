package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A caller of {@code blockingClient()} has its response when the lease is back: its next call finds the connection. */
class ReleaseBeforeReturnIT {

    /** Delays the release of each lease until the caller has returned, or for a moment. */
    private static final class SlowRelease implements AsyncExecChainHandler {
        private final CountDownLatch returned = new CountDownLatch(1);
        private volatile boolean wasEarly;

        @Override
        public void execute(
                HttpRequest request,
                @Nullable AsyncEntityProducer body,
                AsyncExecChain.Scope scope,
                AsyncExecChain chain,
                AsyncExecCallback callback)
                throws HttpException, IOException {
            chain.proceed(request, body, scope, new AsyncExecCallback() {
                @Override
                public AsyncDataConsumer handleResponse(HttpResponse response, EntityDetails details)
                        throws HttpException, IOException {
                    return callback.handleResponse(response, details);
                }

                @Override
                public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
                    callback.handleInformationResponse(response);
                }

                @Override
                public void completed() {
                    wasEarly = isReturned();
                    callback.completed();
                }

                @Override
                public void failed(Exception cause) {
                    callback.failed(cause);
                }
            });
        }

        private boolean isReturned() {
            try {
                return returned.await(200, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final SlowRelease release = new SlowRelease();

    private HttpPoolBuilder builder() {
        return PatientPool.builder("blocking")
                .sslContext(TestCertificates.trusted().clientContext())
                .customizeAsyncClient(client -> client.addExecInterceptorFirst("slow release", release));
    }

    private void assertReleasedFirst(AsyncHttpPool pool, String uri) throws IOException {
        String body =
                pool.blockingClient().execute(new HttpGet(uri), response -> EntityUtils.toString(response.getEntity()));
        int leased = pool.snapshot().leased();
        release.returned.countDown();

        assertThat(body).isNotEmpty();
        assertThat(leased).isZero();
        assertThat(release.wasEarly).isFalse();
    }

    @Test
    void holdsOverHttp1() throws IOException {
        try (LoopbackServer server =
                        LoopbackServer.http().handler(Handler.ok("hello")).start();
                AsyncHttpPool pool = builder().buildAsync()) {
            assertReleasedFirst(pool, server.uri("/").toString());
        }
    }

    @Test
    void holdsOverHttp2() throws IOException {
        try (Http2Server server = Http2Server.allowing(10);
                AsyncHttpPool pool = builder().buildAsync()) {
            server.release();

            assertReleasedFirst(pool, server.uri() + "/");
        }
    }
}
