package dev.weir.testpool;

import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import java.io.IOException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * A pool of any kind, as a caller that blocks sees it.
 *
 * @param pool the pool
 * @param client its client for blocking code
 * @param sweep has the pool look at its idle connections now
 */
public record PoolInUse(ManagedPool pool, CloseableHttpClient client, Runnable sweep) implements AutoCloseable {

    public String get(String uri) throws IOException {
        return get(uri, HttpClientContext.create());
    }

    public String get(String uri, HttpClientContext context) throws IOException {
        return client.execute(
                ClassicRequestBuilder.get(uri).build(),
                context,
                response -> EntityUtils.toString(response.getEntity()));
    }

    public PoolSnapshot snapshot() {
        return pool.snapshot();
    }

    @Override
    public void close() {
        pool.close();
    }
}
