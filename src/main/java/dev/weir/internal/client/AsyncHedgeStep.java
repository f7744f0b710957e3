package dev.weir.internal.client;

import dev.weir.internal.pool.RouteHedges;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/** Does for calls that do not block what {@link HedgeStep} does for others. Stateless. */
final class AsyncHedgeStep implements AsyncExecChainHandler {

    static final String NAME = "weir-hedge";

    private final Hedging hedging;

    AsyncHedgeStep(Hedging hedging) {
        this.hedging = hedging;
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        if (!Hedging.isFor(request, body != null, scope.clientContext)) {
            chain.proceed(request, body, scope, callback);
            return;
        }
        RouteHedges hedges = hedging.of(scope.route);
        long afterNanos = hedges.begun(hedging.max());
        new AsyncHedgedCall(hedging, hedges, request, scope, chain, callback).begin(afterNanos);
    }
}
