package dev.weir.spring;

import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * A pool and what makes requests that ride on it.
 *
 * @param pool the pool
 * @param requestFactory makes requests
 */
record BlockingPool(ManagedPool pool, ClientHttpRequestFactory requestFactory) {

    static BlockingPool of(HttpPool pool, HttpComponentsClientHttpRequestFactory requestFactory) {
        requestFactory.setHttpClient(pool.client());
        return new BlockingPool(pool, requestFactory);
    }
}
