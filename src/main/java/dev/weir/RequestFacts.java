package dev.weir;

import dev.weir.event.CallFacts;
import dev.weir.internal.event.CallNotes;
import java.util.Objects;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Records where the time of one call goes (queue, DNS, connect, TLS, first byte and body), and which connection carries it:
 * reused or dialed, how long it was idle before, and its address. It works with the clients of blocking and asynchronous
 * pools and with {@code blockingClient()}, through any client of the pool's connection manager as well, and costs nothing
 * where it is not used. Thread-safe.
 *
 * <pre>{@code
 * HttpClientContext context = HttpClientContext.create();
 * RequestFacts facts = RequestFacts.record(context);
 * pool.client().execute(request, context, handler);
 * System.out.println(facts);
 * }</pre>
 */
public final class RequestFacts {

    private final CallNotes notes;

    private RequestFacts(CallNotes notes) {
        this.notes = notes;
    }

    /**
     * Records the facts of the next calls that are executed with a context.
     *
     * @param context the context; a context serves one call at a time
     * @return the facts of the latest of these calls
     * @throws NullPointerException if the context is null
     */
    public static RequestFacts record(HttpContext context) {
        return new RequestFacts(CallNotes.in(Objects.requireNonNull(context, "context must not be null")));
    }

    /**
     * Returns what is known at this moment. For all of it ask once the call is over, which for an asynchronous call is when
     * its callback runs.
     *
     * @return the facts; those of a call that was not sent as long as none was
     */
    public CallFacts now() {
        return notes.now();
    }

    /** Returns the facts of this moment in one line for people. */
    @Override
    public String toString() {
        return now().toString();
    }
}
