package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.identity.UserTokens;
import java.io.IOException;
import org.apache.hc.client5.http.ConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.UserTokenHandler;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.nio.AsyncClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.jspecify.annotations.Nullable;

/** What all straight calls of an asynchronous client share. Immutable. */
final class AsyncStraightParts {

    /** Leases and establishes connections. */
    final AsyncClientConnectionManager manager;

    /** The pool's terms for every call. */
    final CallTerms terms;

    /** Interceptors and strategies. */
    final Rules rules;

    /** Knows whose connections a request may use. */
    final UserTokens tokens;

    /** What the chain does after an exchange. */
    final AsyncContinuation continuation;

    /** Starts what the chain repeats later. */
    final AsyncExecChain.Scheduler scheduler;

    // The codings to ask for; null for none.
    private final @Nullable Header acceptEncoding;
    // The terms of requests that could not be replayed.
    private final ReuseTerms reuse;

    AsyncStraightParts(
            AsyncClientConnectionManager manager,
            CallTerms terms,
            Rules rules,
            UserTokens tokens,
            @Nullable Header acceptEncoding,
            ReuseTerms reuse,
            AsyncContinuation continuation,
            AsyncExecChain.Scheduler scheduler) {
        this.manager = manager;
        this.terms = terms;
        this.rules = rules;
        this.tokens = tokens;
        this.acceptEncoding = acceptEncoding;
        this.reuse = reuse;
        this.continuation = continuation;
        this.scheduler = scheduler;
    }

    /**
     * The interceptors and strategies of the innermost step of HttpClient's chain: the same objects, so those of customizers
     * apply to both ways.
     *
     * @param interceptors HttpClient's own and those of customizers
     * @param keepAlive for how long a connection can be reused
     * @param userTokens the user that it belongs to
     */
    record Rules(HttpProcessor interceptors, ConnectionKeepAliveStrategy keepAlive, UserTokenHandler userTokens) {

        void prepare(HttpRoute route, HttpRequest request, HttpClientContext context)
                throws IOException, HttpException {
            context.setRoute(route);
            context.setRequest(request);
            interceptors.process(request, null, context);
        }

        void show(HttpResponse response, @Nullable EntityDetails body, HttpClientContext context)
                throws IOException, HttpException {
            context.setResponse(response);
            interceptors.process(response, body, context);
        }

        /** Decides whether the connection can be reused. */
        void settle(
                HttpRoute route,
                HttpRequest request,
                HttpResponse response,
                HttpClientContext context,
                AsyncExecRuntime connection) {
            Object token = context.getUserToken();
            if (token == null) {
                token = userTokens.getUserToken(route, request, context);
                context.setUserToken(token);
            }
            connection.markConnectionReusable(token, keepAlive.getKeepAliveDuration(response, context));
        }
    }

    /** Returns a copy of the request to send: interceptors change the copy, not the caller's request. */
    HttpRequest toBeSent(HttpRequest original, HttpClientContext context) {
        HttpRequest request = copy(original);
        boolean isDecoding = context.getRequestConfigOrDefault().isContentCompressionEnabled();
        if (acceptEncoding != null && isDecoding && !request.containsHeader(HttpHeaders.ACCEPT_ENCODING)) {
            request.addHeader(acceptEncoding);
        }
        return request;
    }

    static HttpRequest copy(HttpRequest original) {
        HttpRequest request = new BasicHttpRequest(
                original.getMethod(), original.getScheme(), original.getAuthority(), original.getPath());
        request.setVersion(original.getVersion());
        request.setHeaders(original.getHeaders());
        return request;
    }

    LeaseTerms termsFor(HttpRequest request, HttpRoute route) {
        return reuse.areAny() || Replayable.mayBeSentTwice(request) ? LeaseTerms.ANY : reuse.on(route);
    }

    /** Tells whether no step of the chain needs to act on a response. */
    static boolean isFinal(HttpResponse response, @Nullable EntityDetails body) {
        boolean isSuccess =
                response.getCode() >= HttpStatus.SC_SUCCESS && response.getCode() < HttpStatus.SC_REDIRECTION;
        return isSuccess && (body == null || body.getContentEncoding() == null);
    }
}
