package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.identity.UserTokens;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of straight calls ask for: of the server, a coding; of the pool, a connection. Immutable.
 *
 * @param acceptEncoding the codings to ask for; null for none
 * @param tokens whose connections a request may use
 * @param reuse the terms of requests that could not be replayed
 */
record RequestTerms(@Nullable Header acceptEncoding, UserTokens tokens, ReuseTerms reuse) {

    /** Returns the request to send, a copy: interceptors change the copy, not the caller's request. */
    ClassicHttpRequest toBeSent(ClassicHttpRequest original, HttpClientContext context) {
        ClassicHttpRequest request = new BasicClassicHttpRequest(
                original.getMethod(), original.getScheme(), original.getAuthority(), original.getPath());
        request.setVersion(original.getVersion());
        request.setHeaders(original.getHeaders());
        request.setEntity(original.getEntity());
        if (acceptEncoding != null
                && context.getRequestConfigOrDefault().isContentCompressionEnabled()
                && !request.containsHeader(HttpHeaders.ACCEPT_ENCODING)) {
            request.addHeader(acceptEncoding);
        }
        return request;
    }

    /**
     * Returns whose connection a request needs, and which: a state, or a wish; null for any. Its body can be sent twice, or
     * it would not be on the straight way.
     */
    @Nullable
    Object wish(ClassicHttpRequest request, HttpRoute route, HttpClientContext context) {
        if (context.getUserToken() != null) {
            tokens.renew(route, request, context);
        }
        Object token = context.getUserToken();
        boolean isAny = reuse.areAny() || Replayable.mayBeSentTwice(request);
        LeaseTerms terms = isAny ? LeaseTerms.ANY : reuse.on(route);
        return terms == LeaseTerms.ANY ? token : LeaseRequirements.of(token, terms);
    }
}
