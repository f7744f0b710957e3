package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.support.BasicRequestBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The input of one step of a chain that does not block.
 *
 * @param request the request to send
 * @param body its body; null for none
 * @param scope the call
 * @param chain the steps that follow
 * @param caller receives the result
 */
record AsyncWork(
        HttpRequest request,
        @Nullable AsyncEntityProducer body,
        AsyncExecChain.Scope scope,
        AsyncExecChain chain,
        AsyncExecCallback caller) {

    /** Passes the request on, as it is. */
    void proceed(AsyncExecCallback told) throws HttpException, IOException {
        chain.proceed(request, body, scope, told);
    }

    /** Passes a copy of the request on: later steps may have changed the original. */
    void proceedWithCopy(@Nullable AsyncEntityProducer withBody, AsyncExecChain.Scope on, AsyncExecCallback told)
            throws HttpException, IOException {
        chain.proceed(BasicRequestBuilder.copy(request).build(), withBody, on, told);
    }

    /** Returns the call with another runtime. */
    AsyncExecChain.Scope on(AsyncExecRuntime runtime) {
        return on(runtime, scope.cancellableDependency, scope.clientContext);
    }

    /** Returns the call with another runtime, another way to cancel it, and another context. */
    AsyncExecChain.Scope on(AsyncExecRuntime runtime, CancellableDependency cancellable, HttpClientContext context) {
        return new AsyncExecChain.Scope(
                scope.exchangeId,
                scope.route,
                scope.originalRequest,
                cancellable,
                context,
                runtime,
                scope.scheduler,
                scope.execCount);
    }
}
