package dev.weir.internal.client;

import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.PoolEvents;
import java.io.IOException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * The client of a pool: one object for the life of the pool, through all reconfigurations. Closing it closes nothing.
 * Thread-safe.
 */
public final class PoolClient extends SharedClient {

    private record Worker(CloseableHttpClient client, CallWatch watch) {}

    private final String pool;
    private final PoolEvents events;

    // Replaced as a whole when the configuration changes.
    private volatile Worker current;

    /**
     * Creates the client.
     *
     * @param pool the name of its pool
     * @param first does the work until it is replaced
     * @param slow logs slow calls; null if that is off
     * @param events tells listeners of calls
     */
    public PoolClient(String pool, CloseableHttpClient first, @Nullable SlowRequests slow, PoolEvents events) {
        this.pool = pool;
        this.events = events;
        this.current = new Worker(first, new CallWatch(pool, slow, events));
    }

    /**
     * Replaces the client behind it from the next request on.
     *
     * @param next the client
     * @param slow logs slow calls; null if that is off
     */
    public void replace(CloseableHttpClient next, @Nullable SlowRequests slow) {
        current = new Worker(next, new CallWatch(pool, slow, events));
    }

    @Override
    @SuppressWarnings("deprecation") // the one public method that hands out the response as doExecute must
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, ClassicHttpRequest request, @Nullable HttpContext context) throws IOException {
        Worker worker = current;
        HttpContext known = context == null ? HttpClientContext.create() : context;
        CallNotes facts = worker.watch.begin(known, target, request);
        return facts == null
                ? worker.client.execute(target, request, known)
                : noted(worker.client, facts, target, request, known);
    }

    @SuppressWarnings("deprecation") // as above
    private static CloseableHttpResponse noted(
            CloseableHttpClient client,
            CallNotes facts,
            @Nullable HttpHost target,
            ClassicHttpRequest request,
            HttpContext context)
            throws IOException {
        try {
            return client.execute(target, request, context);
        } catch (Throwable e) {
            CallWatch.failed(facts, request, e);
            throw e;
        } finally {
            facts.last();
        }
    }

    @Override
    protected CloseableHttpClient behind() {
        return current.client;
    }
}
