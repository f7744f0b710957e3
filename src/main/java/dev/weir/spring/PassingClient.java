package dev.weir.spring;

import dev.weir.internal.client.SharedClient;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** A client that looks for its pool again if that was closed since its last request. Thread-safe. */
final class PassingClient<P extends BuiltPool> extends SharedClient {

    private final PassingPools<P> pools;
    private final PoolKey key;
    private final Function<P, CloseableHttpClient> clients;
    // Any pool of the key will do; this one is likely to be open.
    private volatile Visited<P> last;

    /**
     * Creates a client.
     *
     * @param pools where its pools are
     * @param first its present pool
     * @param clients tells the client of a pool
     */
    PassingClient(PassingPools<P> pools, Visited<P> first, Function<P, CloseableHttpClient> clients) {
        this.pools = pools;
        this.key = first.key();
        this.clients = clients;
        this.last = first;
    }

    @Override
    @SuppressWarnings("deprecation") // the one public method that hands out the response as doExecute must
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, ClassicHttpRequest request, @Nullable HttpContext context) throws IOException {
        Visited<P> pool = enter();
        try {
            return clients.apply(pool.built()).execute(target, request, context);
        } finally {
            // From here on the connection is leased, or the request is over.
            pools.leave(pool);
        }
    }

    private Visited<P> enter() {
        Visited<P> pool = last;
        if (!pool.enter()) {
            pool = pools.enter(key);
            last = pool;
        }
        return pool;
    }

    @Override
    protected CloseableHttpClient behind() {
        return clients.apply(last.built());
    }
}
