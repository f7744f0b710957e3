package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * An asynchronous pool, and how its keys are renewed.
 *
 * @param pool the pool
 * @param notes what observes its requests
 * @param routeKeys the keys of its routes
 * @param renewal takes settings with another bundle
 */
record AsyncPool(AsyncHttpPool pool, RequestNotes notes, RouteKeys routeKeys, Consumer<HttpClientSettings> renewal)
        implements BuiltPool {

    /** Returns the client for blocking code. */
    CloseableHttpClient blockingClient() {
        return ObservedClient.of(pool.name(), pool.blockingClient(), notes);
    }

    @Override
    public Object tenancy() {
        return this;
    }

    /** Makes requests of blocking code. */
    ClientHttpRequestFactory requestFactory() {
        return new HttpComponentsClientHttpRequestFactory(new TenantClient(blockingClient(), tenancy()));
    }

    /** Lets requests of blocking code find another pool when this one is closed. */
    static ClientHttpRequestFactory passing(PassingPools<AsyncPool> pools, PoolKey key) {
        Visited<AsyncPool> first = pools.enter(key);
        try {
            return new HttpComponentsClientHttpRequestFactory(
                    new PassingClient<>(pools, first, AsyncPool::blockingClient));
        } finally {
            pools.leave(first);
        }
    }
}
