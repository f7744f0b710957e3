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
 * Sends a request a second time, elsewhere, when its response takes longer than most of its route. Stands within redirects
 * and retries, and around the replay, which each of the two has for itself. Stateless.
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
        if (afterNanos == ResponseTimes.UNKNOWN) {
            TimedRuntime timed = new TimedRuntime(scope.execRuntime, sentNanos -> {});
            ClassicHttpResponse response = chain.proceed(request, timed.in(scope, scope.clientContext));
            hedges.answered(timed.sinceSentNanos(), hedging.after());
            return response;
        }
        return new HedgedCall(hedging, hedges, request, scope, chain).execute(afterNanos);
    }
}
