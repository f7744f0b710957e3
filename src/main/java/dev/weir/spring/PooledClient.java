package dev.weir.spring;

import dev.weir.internal.client.SharedClient;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** A client of HttpClient's on a pool, which is built at the first request. Thread-safe. */
final class PooledClient extends SharedClient {

    private final Supplier<CloseableHttpClient> client;

    PooledClient(Supplier<CloseableHttpClient> client) {
        this.client = client;
    }

    @Override
    @SuppressWarnings("deprecation") // the one public method that hands out the response as doExecute must
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, ClassicHttpRequest request, @Nullable HttpContext context) throws IOException {
        return client.get().execute(target, request, context);
    }

    @Override
    protected CloseableHttpClient behind() {
        return client.get();
    }
}
