package dev.weir.internal.client;

import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the response that asks for credentials if the body of the request cannot be sent again, as HttpClient's blocking
 * client does. Its asynchronous client discards that response, and is left with none (5.6.4). Runs within HttpClient's
 * authentication step, and works with {@link AsyncLeaseStep}, which runs outside it.
 */
final class UnansweredChallenge implements AsyncExecChainHandler {

    static final String NAME = "weir-unanswered-challenge";

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        AsyncExecCallback told = new OfOrigin(callback, scope);
        Call call = body == null ? null : Call.in(scope.clientContext);
        CallBody own = call == null ? null : call.body;
        chain.proceed(request, body, scope, own == null ? told : own(told, own, scope));
    }

    private static final class OfOrigin extends PassingCallback {
        private final AsyncExecChain.Scope scope;

        OfOrigin(AsyncExecCallback caller, AsyncExecChain.Scope scope) {
            super(caller);
            this.scope = scope;
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            HttpClientContext context = scope.clientContext;
            RequestConfig config = context.getRequestConfig();
            OriginChallenge.hide(response, scope.route, context);
            try {
                return super.handleResponse(response, details);
            } finally {
                context.setRequestConfig(config);
            }
        }
    }

    private static AsyncExecCallback own(AsyncExecCallback callback, CallBody body, AsyncExecChain.Scope scope) {
        return body.isRepeatable() ? new CutChallenge(callback, scope) : new Kept(callback, body);
    }

    private static final class Kept extends PassingCallback {
        private final CallBody body;

        Kept(AsyncExecCallback caller, CallBody body) {
            super(caller);
            this.body = body;
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            AsyncDataConsumer reader = super.handleResponse(response, details);
            AsyncExecCallback outside = body.unanswered();
            if (reader != null || outside == null || body.isRepeatable()) {
                return reader;
            }
            return outside.handleResponse(response, details);
        }
    }
}
