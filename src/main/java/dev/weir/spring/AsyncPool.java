package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.springframework.boot.http.client.HttpClientSettings;

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

    /** Returns a client for blocking code. */
    CloseableHttpClient blockingClient() {
        return new TenantClient(pool.blockingClient(), tenancy());
    }
}
