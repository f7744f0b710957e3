package dev.weir.internal.client;

import dev.weir.internal.call.CurrentExchange;
import dev.weir.internal.call.FactsPlace;
import dev.weir.internal.event.LeaseFactsData;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.jspecify.annotations.Nullable;

/**
 * The context of a call whose caller passed none. It has fields for the deadline, the facts and the exchange, because the
 * first attribute of a context costs a map. Not thread-safe, like any context.
 */
final class CallContext extends HttpClientContext implements FactsPlace, CurrentExchange.Place {

    // Written only by the caller's thread.
    private @Nullable CallDeadline deadline;
    private @Nullable LeaseFactsData facts;
    // Written by the thread that begins the exchange, and read by that of the connection.
    private volatile @Nullable CurrentExchange exchange;

    @Nullable
    CallDeadline deadline() {
        return deadline;
    }

    void deadline(@Nullable CallDeadline newDeadline) {
        deadline = newDeadline;
    }

    @Override
    public @Nullable LeaseFactsData facts() {
        return facts;
    }

    @Override
    public void facts(LeaseFactsData wanted) {
        facts = wanted;
    }

    @Override
    public @Nullable CurrentExchange exchange() {
        return exchange;
    }

    @Override
    public void exchange(@Nullable CurrentExchange latest) {
        exchange = latest;
    }
}
