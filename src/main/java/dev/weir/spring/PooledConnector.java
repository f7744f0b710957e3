package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import dev.weir.RequestFacts;
import dev.weir.internal.callback.BlockingCalls;
import dev.weir.micrometer.PoolObservations;
import io.micrometer.observation.Observation;
import java.net.URI;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
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
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Connects a {@code WebClient} with a pool, which is built at the first request. Thread-safe. */
final class PooledConnector implements ClientHttpConnector {

    // Where WebClient puts the observation of a request.
    private static final String OBSERVATION = "micrometer.observation";
    private static final boolean HAS_OBSERVATIONS =
            ClassUtils.isPresent("io.micrometer.observation.Observation", PooledConnector.class.getClassLoader());

    static {
        // Reactor refuses block() on the I/O threads of pools, as it does on threads of its own.
        Schedulers.registerNonBlockingThreadPredicate(BlockingCalls::isIoThread);
    }

    private final Supplier<AsyncHttpPool> pool;

    PooledConnector(Supplier<AsyncHttpPool> pool) {
        this.pool = pool;
    }

    /** Stands in place of Boot's builder, for clients on the pool of all that name none. */
    record Builder(HttpPools pools) implements ClientHttpConnectorBuilder<ClientHttpConnector>, OnPools {

        @Override
        public ClientHttpConnector build(@Nullable HttpClientSettings settings) {
            return pools.connector(HttpPools.DEFAULT, settings == null ? HttpClientSettings.defaults() : settings);
        }
    }

    /** Lets a builder use a connector. Here, because {@code WebClient} may be missing. */
    static Consumer<WebClient.Builder> on(ClientHttpConnector connector) {
        return builder -> {
            builder.clientConnector(connector);
            Bypasses.Reactive.mark(builder);
        };
    }

    @Override
    public Mono<ClientHttpResponse> connect(
            HttpMethod method, URI uri, Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
        return connect(pool.get(), method, uri, requestCallback);
    }

    private static Mono<ClientHttpResponse> connect(
            AsyncHttpPool pool,
            HttpMethod method,
            URI uri,
            Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
        return Mono.deferContextual(subscriber -> {
            HttpClientContext context = HttpClientContext.create();
            Runnable end = HAS_OBSERVATIONS && subscriber.hasKey(OBSERVATION)
                    ? Observed.begin(pool.name(), context, subscriber.get(OBSERVATION))
                    : () -> {};
            Call call = new Call(pool.client());
            return new HttpComponentsClientHttpConnector(call, (anyMethod, anyUri) -> context)
                    .connect(method, uri, requestCallback)
                    .map(call::cancelledWithItsBody)
                    .doOnCancel(call::cancel)
                    .doOnTerminate(end);
        });
    }

    /** Apart, because Micrometer may be missing. */
    private static final class Observed {

        private Observed() {}

        static Runnable begin(String pool, HttpContext context, Object given) {
            if (!(given instanceof Observation observation) || observation.isNoop()) {
                return () -> {};
            }
            RequestFacts facts = RequestFacts.record(context);
            return () -> PoolObservations.add(pool, facts.now(), observation);
        }
    }

    /**
     * The client of a pool for one request, which ends when its subscriber cancels: Spring's connector leaves the exchange
     * running, which holds a connection until its response is there.
     */
    private static final class Call extends CloseableHttpAsyncClient {

        private final CloseableHttpAsyncClient client;

        // Written in this order by the thread that sends, read in the other order by the one that cancels.
        private volatile @Nullable Future<?> exchange;
        private volatile boolean isCancelled;

        Call(CloseableHttpAsyncClient client) {
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
                    return super.getBody().doOnCancel(Call.this::cancel);
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
            // The pool is closed by its owner.
        }

        @Override
        @Deprecated
        public void register(
                @Nullable String hostname,
                @Nullable String uriPattern,
                org.apache.hc.core5.function.Supplier<AsyncPushConsumer> supplier) {
            throw new UnsupportedOperationException("A client for one request does not accept pushed responses");
        }

        @Override
        public void close() {
            close(CloseMode.GRACEFUL);
        }

        @Override
        public void close(CloseMode mode) {
            // The pool is closed by its owner.
        }
    }
}
