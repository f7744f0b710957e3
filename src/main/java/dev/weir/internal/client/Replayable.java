package dev.weir.internal.client;

import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Method;

/** Decides whether a request may be sent a second time although the first may have been executed. Pure. */
final class Replayable {

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private Replayable() {}

    /** Tells whether executing it twice does no harm: its method is idempotent, or its server knows it by a key. */
    static boolean mayBeSentTwice(HttpRequest request) {
        return Method.isIdempotent(request.getMethod()) || request.containsHeader(IDEMPOTENCY_KEY);
    }

    /**
     * Tells whether it may and can be sent twice. Call it outside HttpClient's {@code PROTOCOL} step, within which an unsent
     * body claims to be repeatable.
     */
    static boolean isReplayable(HttpRequest request) {
        return mayBeSentTwice(request) && hasRepeatableBody(request);
    }

    /** Tells whether there is no body, or one that can be sent twice. */
    static boolean hasRepeatableBody(HttpRequest request) {
        HttpEntity body = request instanceof HttpEntityContainer container ? container.getEntity() : null;
        return body == null || body.isRepeatable();
    }
}
