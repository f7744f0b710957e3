package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.manager.PoolManager;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * What all straight calls of a client share. Immutable.
 *
 * @param manager leases and establishes connections
 * @param executor exchanges a request for a response
 * @param rules interceptors and strategies
 * @param tokens whose connections a request may use
 * @param acceptEncoding the codings to ask for; null for none
 * @param reuse the terms of requests that could not be replayed
 * @param limit how large a body may be; null for any size
 * @param continuation what the chain does after an exchange
 */
record StraightParts(
        PoolManager manager,
        HttpRequestExecutor executor,
        ExchangeRules rules,
        UserTokens tokens,
        @Nullable Header acceptEncoding,
        ReuseTerms reuse,
        @Nullable SizeLimit limit,
        Continuation continuation) {

    /** Returns the request to send, a copy: interceptors change the copy, not the caller's request. */
    ClassicHttpRequest toBeSent(ClassicHttpRequest original, HttpClientContext context) {
        ClassicHttpRequest request = new BasicClassicHttpRequest(
                original.getMethod(), original.getScheme(), original.getAuthority(), original.getPath());
        request.setVersion(original.getVersion());
        request.setHeaders(original.getHeaders());
        request.setEntity(original.getEntity());
        if (acceptEncoding != null && isDecoding(context) && !request.containsHeader(HttpHeaders.ACCEPT_ENCODING)) {
            request.addHeader(acceptEncoding);
        }
        return request;
    }

    private static boolean isDecoding(HttpClientContext context) {
        return context.getRequestConfigOrDefault().isContentCompressionEnabled();
    }

    LeaseTerms termsFor(ClassicHttpRequest request, HttpRoute route) {
        return reuse.areAny() || Replayable.isReplayable(request) ? LeaseTerms.ANY : reuse.on(route);
    }

    /** Tells whether no step of the chain needs to act on a response. */
    static boolean isFinal(ClassicHttpResponse response) {
        HttpEntity body = response.getEntity();
        boolean isSuccess =
                response.getCode() >= HttpStatus.SC_SUCCESS && response.getCode() < HttpStatus.SC_REDIRECTION;
        return isSuccess && (body == null || body.getContentEncoding() == null);
    }
}
