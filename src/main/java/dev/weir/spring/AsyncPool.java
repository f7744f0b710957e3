package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import java.util.function.Consumer;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * An asynchronous pool, and how its keys are renewed.
 *
 * @param pool the pool
 * @param renewal takes settings with another bundle
 */
record AsyncPool(AsyncHttpPool pool, Consumer<HttpClientSettings> renewal) implements BuiltPool {

    @Override
    public Object tenancy() {
        return this;
    }

    /** Makes requests of blocking code. */
    ClientHttpRequestFactory requestFactory() {
        return new HttpComponentsClientHttpRequestFactory(new TenantClient(pool.blockingClient(), tenancy()));
    }

    /** Lets requests of blocking code find another pool when this one is closed. */
    static ClientHttpRequestFactory passing(PassingPools<AsyncPool> pools, PoolKey key) {
        Visited<AsyncPool> first = pools.enter(key);
        try {
            return new HttpComponentsClientHttpRequestFactory(
                    new PassingClient<>(pools, first, each -> each.pool().blockingClient()));
        } finally {
            pools.leave(first);
        }
    }
}
