package dev.weir.internal.client;

import dev.weir.internal.call.CurrentExchange;
import dev.weir.internal.call.FactsPlace;
import dev.weir.internal.event.LeaseFactsData;
import dev.weir.internal.identity.LazyAuthentication;
import java.util.HashMap;
import java.util.Map;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.impl.ExecSupport;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * The context of a call whose caller passed none. It creates everything on demand: it has fields for the deadline, the facts
 * and the exchange, because the first attribute of a context costs a map, and it creates the id of its exchange on the first
 * request.
 * Not thread-safe, like any context.
 */
final class CallContext extends HttpClientContext implements LazyAuthentication, FactsPlace, CurrentExchange.Place {

    // Written only by the caller's thread.
    private @Nullable CallDeadline deadline;
    private @Nullable LeaseFactsData facts;
    private @Nullable Map<HttpHost, AuthExchange> authExchanges;
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

    @Override
    public String getExchangeId() {
        String known = super.getExchangeId();
        if (known != null) {
            return known;
        }
        String made = ExecSupport.getNextExchangeId();
        setExchangeId(made);
        return made;
    }

    @Override
    public Map<HttpHost, AuthExchange> getAuthExchanges() {
        Map<HttpHost, AuthExchange> known = authExchanges;
        if (known == null) {
            known = new HashMap<>();
            authExchanges = known;
        }
        return known;
    }

    @Override
    public boolean hasAuthExchanges() {
        return authExchanges != null && !authExchanges.isEmpty();
    }
}
