package dev.weir.lease;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.RequestDeadline;
import dev.weir.config.Protocol;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A call that gets its connection when its time is over already gives it back. */
class LateLeaseIT {

    /** Holds one call before it asks for its connection, until the test lets it go on. */
    private static final class Barrier implements AsyncExecChainHandler {
        private final AtomicBoolean holding = new AtomicBoolean();
        private final CompletableFuture<Callable<Void>> held = new CompletableFuture<>();

        @Override
        public void execute(
                HttpRequest request,
                @Nullable AsyncEntityProducer body,
                AsyncExecChain.Scope scope,
                AsyncExecChain chain,
                AsyncExecCallback callback)
                throws HttpException, IOException {
            if (holding.compareAndSet(true, false)) {
                held.complete(() -> {
                    chain.proceed(request, body, scope, callback);
                    return null;
                });
            } else {
                chain.proceed(request, body, scope, callback);
            }
        }
    }

    private static Future<SimpleHttpResponse> get(AsyncHttpPool pool, Http2Server server, HttpClientContext context) {
        return pool.client()
                .execute(SimpleRequestBuilder.get(server.uri() + "/").build(), context, null);
    }

    @Test
    void lateLeaseIsGivenBack() throws Exception {
        Barrier barrier = new Barrier();
        try (Http2Server server = Http2Server.allowing(1);
                AsyncHttpPool pool = HttpPool.builder("late")
                        .protocol(Protocol.HTTP_2)
                        .sslContext(TestCertificates.trusted().clientContext())
                        .customizeAsyncClient(
                                b -> b.addExecInterceptorBefore(ChainElement.CONNECT.name(), "barrier", barrier))
                        .buildAsync()) {
            server.release();
            assertThat(text(get(pool, server, HttpClientContext.create())))
                    .isEqualTo("/"); // from now on, it waits for nothing
            barrier.holding.set(true);
            HttpClientContext context = HttpClientContext.create();
            RequestDeadline.set(context, Duration.ofMillis(100));
            Future<SimpleHttpResponse> late = get(pool, server, context);
            assertThat(failure(late)).isInstanceOf(TotalTimeoutException.class);

            barrier.held.get(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS).call();

            PoolBooks.atRest(pool);
            assertThat(text(get(pool, server, HttpClientContext.create()))).isEqualTo("/");
        }
    }
}
