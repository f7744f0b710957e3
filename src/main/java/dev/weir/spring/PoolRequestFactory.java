package dev.weir.spring;

import java.io.IOException;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;

/** Makes requests that use a pool, which is built at the first of them. Thread-safe. */
final class PoolRequestFactory implements ClientHttpRequestFactory {

    private final Supplier<? extends ClientHttpRequestFactory> pool;
    private final @Nullable SslBundle bundle;

    /**
     * Creates it.
     *
     * @param pool finds what makes requests
     * @param bundle the bundle of keys of its client; null for none
     */
    PoolRequestFactory(Supplier<? extends ClientHttpRequestFactory> pool, @Nullable SslBundle bundle) {
        this.pool = pool;
        this.bundle = bundle;
    }

    @Nullable
    SslBundle bundle() {
        return bundle;
    }

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod httpMethod) throws IOException {
        return pool.get().createRequest(uri, httpMethod);
    }
}
