package dev.weir.internal.client;

import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * What HttpClient's authentication steps (5.6.4) do wrong with a response that asks for credentials. The steps here run within
 * them. Stateless.
 */
final class Challenges {

    static final String NAME = "weir-challenges";

    private Challenges() {}

    /** The step of calls that block. */
    static ClassicHttpResponse pass(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ClassicHttpResponse response = chain.proceed(request, scope);
        hide(response, scope.route, scope.clientContext); // until LeaseStep restores the configuration
        return response;
    }

    // A 407 that does not come from a proxy: HttpClient would send the credentials for the proxy to the origin, or fail
    // at the next request. It is a response like any other.
    private static void hide(HttpResponse response, HttpRoute route, HttpClientContext context) {
        boolean isOfProxy = route.getProxyHost() != null && !route.isTunnelled();
        if (response.getCode() == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED && !isOfProxy) {
            RequestConfig config = context.getRequestConfigOrDefault();
            context.setRequestConfig(
                    RequestConfig.copy(config).setAuthenticationEnabled(false).build());
        }
    }

    /** The step of other calls. */
    static void passAsync(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller)
            throws HttpException, IOException {
        Call call = body == null ? null : Call.in(scope.clientContext);
        chain.proceed(request, body, scope, new Response(caller, scope, call == null ? null : call.body));
    }

    private static final class Response extends PassingCallback {
        private final AsyncExecChain.Scope scope;
        private final @Nullable CallBody body;

        // For the thread of the connection; then for the one that reports its end.
        private volatile boolean isChallenge;

        Response(AsyncExecCallback caller, AsyncExecChain.Scope scope, @Nullable CallBody body) {
            super(caller);
            this.scope = scope;
            this.body = body;
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            HttpClientContext context = scope.clientContext;
            RequestConfig config = context.getRequestConfig();
            hide(response, scope.route, context);
            AsyncDataConsumer reader;
            try {
                reader = super.handleResponse(response, details);
            } finally {
                context.setRequestConfig(config);
            }
            if (reader != null || body == null) {
                return reader;
            }
            // Without a reader, HttpClient answers the challenge when the exchange is complete. If the body cannot be
            // sent again, it would discard the response and be left with none; its blocking client passes it on.
            isChallenge = body.isRepeatable() && details != null;
            AsyncExecCallback outside = body.isRepeatable() ? null : body.unanswered();
            return outside == null ? null : outside.handleResponse(response, details);
        }

        // A server or proxy that closes after its 401 or 407 without reading the body of the request (tinyproxy) resets
        // the connection, and the rest of its response is lost. That was not to be read anyway: the request is sent
        // again, with credentials, on another connection. HttpClient would fail the call.
        @Override
        public void failed(Exception cause) {
            boolean isCut = isChallenge && cause instanceof IOException end && BrokenConnection.isBehind(end);
            if (!isCut || scope.cancellableDependency.isCancelled()) {
                super.failed(cause);
                return;
            }
            scope.execRuntime.discardEndpoint();
            completed();
        }
    }
}
