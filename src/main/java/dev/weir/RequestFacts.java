package dev.weir;

import dev.weir.event.LeaseFacts;
import dev.weir.internal.call.LeaseNotes;
import java.util.Objects;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Shows where the time of one request went (queue, DNS, connect, TLS, first byte and body), and which connection carried it:
 * reused or dialed, how long it was idle before, and its address. It works with the clients of blocking and asynchronous
 * pools and with {@code blockingClient()}, through any client of the pool's connection manager as well, and costs nothing
 * where it is not used.
 *
 * <pre>{@code
 * HttpClientContext context = HttpClientContext.create();
 * LeaseFacts facts = RequestFacts.record(context);
 * pool.client().execute(request, context, handler);
 * System.out.println(facts);
 * }</pre>
 */
public final class RequestFacts {

    private RequestFacts() {}

    /**
     * Records the facts of the next calls that are executed with a context.
     *
     * @param context the context; a context serves one call at a time
     * @return the facts, empty until a request is sent
     * @throws NullPointerException if the context is null
     */
    public static LeaseFacts record(HttpContext context) {
        return LeaseNotes.in(Objects.requireNonNull(context, "context must not be null"));
    }
}
