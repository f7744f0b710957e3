package dev.weir.internal.client;

import dev.weir.internal.pool.RouteHedges;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;

/** Does for calls that do not block what {@link HedgeStep} does for others. Stateless. */
final class AsyncHedgeStep extends AsyncStep {

    static final String NAME = "weir-hedge";

    private final Hedging hedging;

    AsyncHedgeStep(Hedging hedging) {
        this.hedging = hedging;
    }

    @Override
    void execute(AsyncWork work) throws HttpException, IOException {
        if (!Hedging.isFor(work.request(), work.body() != null, work.scope().clientContext)) {
            work.proceed(work.caller());
            return;
        }
        RouteHedges hedges = hedging.of(work.scope().route);
        long afterNanos = hedges.begun(hedging.max());
        new AsyncHedgedCall(new Hedge(hedging, hedges), work).begin(afterNanos);
    }
}
