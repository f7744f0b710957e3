package dev.weir.spring;

import java.io.IOException;
import java.lang.ref.Reference;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * The client of a pool that is closed once it can no longer be used: a holder of this client, or of a request that it will
 * send, can. Thread-safe.
 */
final class TenantClient extends CloseableHttpClient implements Configurable {

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
    public RequestConfig getConfig() {
        return ((Configurable) client).getConfig();
    }

    /** Leaves the pool open. */
    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    /** Leaves the pool open. */
    @Override
    public void close(CloseMode mode) {
        // The code that built the pool closes it.
    }
}
