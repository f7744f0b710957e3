package dev.weir.spring;

import java.io.IOException;
import java.net.URI;
import java.util.function.Supplier;
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
}
