package dev.weir.spring;

import java.net.URI;
import java.util.function.Function;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import reactor.core.publisher.Mono;

/** Connects a {@code WebClient} for each request with the pool that there is for its settings. Thread-safe. */
final class PassingConnector implements ClientHttpConnector {

    private final PassingPools<AsyncPool> pools;
    private final PoolKey key;

    PassingConnector(PassingPools<AsyncPool> pools, PoolKey key) {
        this.pools = pools;
        this.key = key;
    }

    @Override
    public Mono<ClientHttpResponse> connect(
            HttpMethod method, URI uri, Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
        // From the response on the connection is leased, or the request is over.
        return Mono.using(
                () -> pools.enter(key),
                pool -> PoolConnector.with(pool.built()).connect(method, uri, requestCallback),
                pools::leave);
    }
}
