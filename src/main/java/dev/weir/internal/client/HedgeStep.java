package dev.weir.internal.client;

import dev.weir.internal.hedge.ResponseTimes;
import dev.weir.internal.pool.RouteHedges;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Sends a request a second time, to another address, when its response takes longer than most on its route. Runs within
 * redirects and retries, and around the replay, which each of the two requests has. Stateless.
 */
final class HedgeStep implements ExecChainHandler {

    static final String NAME = "weir-hedge";

    private final Hedging hedging;

    HedgeStep(Hedging hedging) {
        this.hedging = hedging;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        if (!Hedging.isFor(request, request.getEntity() != null, scope.clientContext)) {
            return chain.proceed(request, scope);
        }
        RouteHedges hedges = hedging.of(scope.route);
        long afterNanos = hedges.begun(hedging.max());
        Hedge hedge = new Hedge(hedging, hedges);
        return afterNanos == ResponseTimes.UNKNOWN
                ? timed(hedge, request, scope, chain)
                : new HedgedCall(hedge, request, scope, chain).execute(afterNanos);
    }

    private static ClassicHttpResponse timed(
            Hedge hedge, ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        TellingRuntime telling =
                new TellingRuntime(scope.execRuntime, () -> hedge.sent(ResponseTimes.UNKNOWN, () -> {}));
        ClassicHttpResponse response = chain.proceed(request, telling.in(scope, scope.clientContext));
        hedge.firstCounts(hedge.responds());
        return response;
    }
}
