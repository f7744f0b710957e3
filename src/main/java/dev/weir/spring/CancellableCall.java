package dev.weir.spring;

import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;
import reactor.core.publisher.Flux;

/**
 * The client of a pool for one request of a {@code WebClient}, which ends when its subscriber cancels: Spring's connector
 * leaves the exchange running, which holds a connection until its response is there. Thread-safe.
 */
final class CancellableCall extends CloseableHttpAsyncClient {

    private final CloseableHttpAsyncClient client;

    // Written in this order by the thread that sends, read in the other order by the one that cancels.
    private volatile @Nullable Future<?> exchange;
    private volatile boolean isCancelled;

    CancellableCall(CloseableHttpAsyncClient client) {
        this.client = client;
    }

    /** Ends the exchange, or that which is about to begin. Does nothing once it is over. */
    void cancel() {
        isCancelled = true;
        Future<?> present = exchange;
        if (present != null) {
            present.cancel(true);
        }
    }

    /** Returns a response that ends the exchange if the subscriber of its body cancels. */
    ClientHttpResponse cancelledWithItsBody(ClientHttpResponse response) {
        return new ClientHttpResponseDecorator(response) {
            @Override
            public Flux<DataBuffer> getBody() {
                return super.getBody().doOnCancel(CancellableCall.this::cancel);
            }
        };
    }

    @Override
    protected <T> Future<T> doExecute(
            @Nullable HttpHost target,
            AsyncRequestProducer requestProducer,
            AsyncResponseConsumer<T> responseConsumer,
            @Nullable HandlerFactory<AsyncPushConsumer> pushHandlerFactory,
            HttpContext context,
            FutureCallback<T> callback) {
        Future<T> started =
                client.execute(target, requestProducer, responseConsumer, pushHandlerFactory, context, callback);
        exchange = started;
        if (isCancelled) {
            started.cancel(true);
        }
        return started;
    }

    @Override
    public void start() {
        // The client of a pool has started.
    }

    @Override
    public IOReactorStatus getStatus() {
        return client.getStatus();
    }

    @Override
    public void awaitShutdown(TimeValue waitTime) throws InterruptedException {
        client.awaitShutdown(waitTime);
    }

    @Override
    public void initiateShutdown() {
        // The code that built the pool closes it.
    }

    @Override
    @Deprecated
    public void register(
            @Nullable String hostname,
            @Nullable String uriPattern,
            org.apache.hc.core5.function.Supplier<AsyncPushConsumer> supplier) {
        throw new UnsupportedOperationException("A client for one request does not accept pushed responses");
    }

    /** Leaves the pool open. */
    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    /** Leaves the pool open. */
    @Override
    public void close(CloseMode mode) {
        // The code that built the pool closes it.
    }
}
