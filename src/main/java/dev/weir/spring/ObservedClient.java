package dev.weir.spring;

import dev.weir.internal.client.SharedClient;
import java.io.IOException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** The client of a pool whose requests tell their observation how they got their connection. Thread-safe. */
final class ObservedClient extends SharedClient {

    private final String pool;
    private final CloseableHttpClient client;
    private final RequestNotes notes;

    private ObservedClient(String pool, CloseableHttpClient client, RequestNotes notes) {
        this.pool = pool;
        this.client = client;
        this.notes = notes;
    }

    /** Returns a client that is observed; the given one if nothing observes it. */
    static CloseableHttpClient of(String pool, CloseableHttpClient client, RequestNotes notes) {
        return notes == RequestNotes.NONE ? client : new ObservedClient(pool, client, notes);
    }

    @Override
    @SuppressWarnings("deprecation") // the one public method that hands out the response as doExecute must
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, ClassicHttpRequest request, @Nullable HttpContext given) throws IOException {
        HttpContext context = given == null ? HttpClientContext.create() : given;
        Runnable end = notes.begin(pool, context);
        if (end == null) {
            return client.execute(target, request, given);
        }
        try {
            return client.execute(target, request, context);
        } finally {
            end.run();
        }
    }

    @Override
    protected CloseableHttpClient behind() {
        return client;
    }
}
