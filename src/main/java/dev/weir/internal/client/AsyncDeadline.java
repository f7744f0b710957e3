package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * The outermost step of every request that does not block. It limits the call to {@code timeouts.total}, from the queue to
 * the last byte of the body, including redirects and retries, and keeps the pool's defaults in force for requests with their
 * own {@code RequestConfig}.
 */
final class AsyncDeadline implements AsyncExecChainHandler {

    static final String NAME = "weir-total";

    private final CallTerms terms;

    AsyncDeadline(CallTerms terms) {
        this.terms = terms;
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        terms.apply(scope.clientContext);
        Repeats.begin(scope.clientContext);
        AsyncEntityProducer fresh = body == null ? null : new FreshBody(body);
        long totalNanos = terms.totalNanos(scope.route, scope.clientContext);
        if (totalNanos == CallLimit.NONE) {
            CallLimit.running(scope.clientContext, null);
            chain.proceed(request, fresh, scope, new NamingCallback(callback, terms.failures(), scope.route));
            return;
        }
        AsyncCall call =
                new AsyncCall(terms, scope.route, scope.clientContext, scope.execRuntime, totalNanos, callback);
        CallLimit.running(scope.clientContext, call.deadline);
        call.begin(scope.cancellableDependency, () -> chain.proceed(request, fresh, call.bounded(scope), call));
    }
}
