package dev.weir.internal.client;

import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Treats a response that asks for credentials as complete if its connection ends within its body, which is not read anyway:
 * the request is sent again, with credentials, on another connection. A server or proxy that closes after its 401 or 407
 * without reading the body of the request (tinyproxy) resets the connection, and the rest of its response is lost. The
 * asynchronous client (5.6.4) would fail the call.
 */
final class CutChallenge extends PassingCallback {

    private final AsyncExecChain.Scope scope;

    // For the thread of the connection; then for the one that reports its end.
    private volatile boolean isChallenged;

    CutChallenge(AsyncExecCallback caller, AsyncExecChain.Scope scope) {
        super(caller);
        this.scope = scope;
    }

    // Without a reader, HttpClient answers the challenge when the exchange is complete.
    @Override
    public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
            throws HttpException, IOException {
        AsyncDataConsumer reader = super.handleResponse(response, details);
        isChallenged = reader == null && details != null;
        return reader;
    }

    @Override
    public void failed(Exception cause) {
        boolean isCut = isChallenged && cause instanceof IOException end && BrokenConnection.isBehind(end);
        if (!isCut || scope.cancellableDependency.isCancelled()) {
            super.failed(cause);
            return;
        }
        scope.execRuntime.discardEndpoint();
        completed();
    }
}
