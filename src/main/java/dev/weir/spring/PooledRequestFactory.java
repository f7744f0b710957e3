package dev.weir.spring;

import java.io.IOException;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;

/** Makes requests that use a pool, which is built at the first of them. Thread-safe. */
final class PooledRequestFactory implements ClientHttpRequestFactory {

    private final Supplier<? extends ClientHttpRequestFactory> pool;

    PooledRequestFactory(Supplier<? extends ClientHttpRequestFactory> pool) {
        this.pool = pool;
    }

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod httpMethod) throws IOException {
        return pool.get().createRequest(uri, httpMethod);
    }

    /** Stands in place of Boot's builder, for clients on the pool of all that name none. */
    record Builder(HttpPools pools) implements ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory>, OnPools {

        @Override
        public ClientHttpRequestFactory build(@Nullable HttpClientSettings settings) {
            return pools.requestFactory(HttpPools.DEFAULT, settings == null ? HttpClientSettings.defaults() : settings);
        }
    }
}
