package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import reactor.core.publisher.Mono;

/** Connects a {@code WebClient} with a pool, which is built at the first request. Thread-safe. */
final class PoolConnector implements ClientHttpConnector {

    private final FirstLookup<ClientHttpConnector> connector;

    PoolConnector(Supplier<AsyncHttpPool> pool) {
        this.connector = new FirstLookup<>(
                () -> new HttpComponentsClientHttpConnector(pool.get().client()));
    }

    @Override
    public Mono<ClientHttpResponse> connect(
            HttpMethod method, URI uri, Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
        return connector.get().connect(method, uri, requestCallback);
    }
}
