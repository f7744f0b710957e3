package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import dev.weir.internal.callback.BlockingCalls;
import dev.weir.internal.client.AsyncPoolClient;
import java.net.URI;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
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
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Connects a {@code WebClient} with a pool, which is built at the first request. Thread-safe. */
final class PooledConnector implements ClientHttpConnector {

    // Where WebClient puts the observation of a request.
    private static final String OBSERVATION = "micrometer.observation";

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
            context.setAttribute("weir.observation", subscriber.getOrDefault(OBSERVATION, null));
            // Spring's connector leaves the exchange running, which holds a connection until its response is there.
            Cancellable exchange = AsyncPoolClient.cancellable(context);
            return new HttpComponentsClientHttpConnector(pool.client(), (anyMethod, anyUri) -> context)
                    .connect(method, uri, requestCallback)
                    .<ClientHttpResponse>map(response -> new ClientHttpResponseDecorator(response) {
                        @Override
                        public Flux<DataBuffer> getBody() {
                            return super.getBody().doOnCancel(exchange::cancel);
                        }
                    })
                    .doOnCancel(exchange::cancel);
        });
    }
}
