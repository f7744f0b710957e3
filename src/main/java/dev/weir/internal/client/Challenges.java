package dev.weir.internal.client;

import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallBody;
import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
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

    /** The step of other calls. */
    static void passAsync(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller)
            throws HttpException, IOException {
        Call call = body == null ? null : Call.of(scope.clientContext);
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
            AsyncDataConsumer reader = super.handleResponse(response, details);
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
