package dev.weir.spring;

import dev.weir.internal.client.SharedClient;
import java.io.IOException;
import java.lang.ref.Reference;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * The client of a pool that is closed once it can no longer be used: a holder of this client, or of a request that it will
 * send, can. Thread-safe.
 */
final class TenantClient extends SharedClient {

    private final CloseableHttpClient client;
    private final Object tenancy;

    TenantClient(CloseableHttpClient client, Object tenancy) {
        this.client = client;
        this.tenancy = tenancy;
    }

    @Override
    @SuppressWarnings("deprecation") // the one public method that hands out the response as doExecute must
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, ClassicHttpRequest request, @Nullable HttpContext context) throws IOException {
        try {
            return client.execute(target, request, context);
        } finally {
            // From here on the connection is leased, or the request is over.
            Reference.reachabilityFence(tenancy);
        }
    }

    @Override
    protected CloseableHttpClient behind() {
        return client;
    }
}
