package dev.weir.spring;

import dev.weir.HttpPool;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * A pool, what makes requests of blocking clients that use it, and how its keys are renewed.
 *
 * @param pool the pool
 * @param client its client, which is observed
 * @param requestFactory makes requests
 * @param routeKeys the keys of its routes
 * @param renewal takes settings with another bundle
 */
record BlockingPool(
        HttpPool pool,
        CloseableHttpClient client,
        HttpComponentsClientHttpRequestFactory requestFactory,
        RouteKeys routeKeys,
        Consumer<HttpClientSettings> renewal)
        implements BuiltPool {

    static BlockingPool of(
            HttpPool pool,
            RequestNotes notes,
            HttpComponentsClientHttpRequestFactory requestFactory,
            RouteKeys routeKeys,
            Consumer<HttpClientSettings> renewal) {
        CloseableHttpClient client = ObservedClient.of(pool.name(), pool.client(), notes);
        requestFactory.setHttpClient(client);
        return new BlockingPool(pool, client, requestFactory, routeKeys, renewal);
    }

    @Override
    public Object tenancy() {
        return requestFactory;
    }

    /** Lets requests that are yet to be sent hold on to the pool as well. */
    BlockingPool heldByRequests() {
        requestFactory.setHttpClient(new TenantClient(client, tenancy()));
        return this;
    }

    /** Lets requests find another pool when this one is closed. */
    static ClientHttpRequestFactory passing(PassingPools<BlockingPool> pools, PoolKey key) {
        Visited<BlockingPool> first = pools.enter(key);
        try {
            HttpComponentsClientHttpRequestFactory made = first.built().requestFactory();
            made.setHttpClient(new PassingClient<>(pools, first, BlockingPool::client));
            return made;
        } finally {
            pools.leave(first);
        }
    }
}
