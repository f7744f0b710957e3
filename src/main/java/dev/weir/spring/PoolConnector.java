package dev.weir.spring;

import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import reactor.core.publisher.Mono;

/** Connects a {@code WebClient} with a pool, which is built at the first request. Thread-safe. */
final class PoolConnector implements ClientHttpConnector {

    private final FirstLookup<ClientHttpConnector> connected;
    private final @Nullable SslBundle bundle;

    PoolConnector(Supplier<ClientHttpConnector> first, @Nullable SslBundle bundle) {
        this.connected = new FirstLookup<>(first);
        this.bundle = bundle;
    }

    @Nullable
    SslBundle bundle() {
        return bundle;
    }

    /** Returns a connector with one pool. */
    static ClientHttpConnector with(AsyncPool pool) {
        return new Connected(pool);
    }

    @Override
    public Mono<ClientHttpResponse> connect(
            HttpMethod method, URI uri, Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
        return connected.get().connect(method, uri, requestCallback);
    }

    /** Holds on to the pool, and what it makes holds on to it: there may be a request that nobody has subscribed to yet. */
    private static final class Connected extends HttpComponentsClientHttpConnector {

        @SuppressWarnings("unused")
        private final AsyncPool pool;

        Connected(AsyncPool pool) {
            super(pool.pool().client());
            this.pool = pool;
        }
    }
}
