package dev.weir.spring;

import dev.weir.internal.client.SharedClient;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** A client of HttpClient's on a pool, which is built at the first request. Thread-safe. */
final class PoolHttpClient extends SharedClient {

    private final Supplier<? extends CloseableHttpClient> client;

    PoolHttpClient(Supplier<? extends CloseableHttpClient> client) {
        this.client = client;
    }

    /** Whether requests of a client run on a pool. Clients of pools are of types of ours, and wrap no others. */
    static boolean isPooled(@Nullable Object client) {
        return client instanceof HttpClient && client.getClass().getName().startsWith("dev.weir.");
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
