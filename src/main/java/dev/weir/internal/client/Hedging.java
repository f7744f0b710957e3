package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.internal.call.LeaseNotes;
import dev.weir.internal.event.LeaseFactsData;
import dev.weir.internal.identity.BoundLogin;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.RouteHedges;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * The settings for the hedges of a client. Immutable.
 *
 * @param pool the pool
 * @param after which quantile of the response times a request must exceed
 * @param max hedges per request
 * @param retryShare how many retries each request adds to the budget that hedges share
 */
record Hedging(ConnectionPool pool, double after, double max, double retryShare) {

    static Hedging of(PoolConfig config, ConnectionPool pool) {
        return new Hedging(
                pool,
                config.hedge().after(),
                config.hedge().max(),
                config.retry().budget());
    }

    /** Returns the hedges of a route. */
    RouteHedges of(HttpRoute route) {
        return pool.hedges(route);
    }

    /**
     * Tells whether a request may be sent twice at the same time: its method must allow that, it must not have a body, which
     * is made for one thread, nor a login under way, which concerns one connection.
     */
    static boolean isFor(HttpRequest request, boolean hasBody, HttpClientContext context) {
        return !hasBody && Replayable.mayBeSentTwice(request) && !isLogin(context);
    }

    // HttpClient leaves an empty exchange in the context of each asynchronous call, of retries and of calls to come.
    private static boolean isLogin(HttpClientContext context) {
        return BoundLogin.hasAuthExchanges(context)
                && context.getAuthExchanges().values().stream()
                        .anyMatch(each ->
                                each.getAuthScheme() != null || each.getState() != AuthExchange.State.UNCHALLENGED);
    }

    /** Tells whether the response to a hedge may count: an error is no reason to give the first request up. */
    static boolean isWorthIt(HttpResponse response) {
        return response.getCode() < HttpStatus.SC_CLIENT_ERROR;
    }

    /**
     * Returns a context for a hedge, which must not write to the context of the call it runs beside: it copies what decides
     * how a request is sent, and no attributes.
     */
    static HttpClientContext contextBeside(HttpClientContext call) {
        HttpClientContext own = new CallContext();
        own.setRequestConfig(call.getRequestConfig());
        own.setExchangeId(call.getExchangeId());
        own.setCookieStore(call.getCookieStore());
        own.setCookieSpecRegistry(call.getCookieSpecRegistry());
        own.setAuthSchemeRegistry(call.getAuthSchemeRegistry());
        own.setCredentialsProvider(call.getCredentialsProvider());
        own.setAuthCache(call.getAuthCache());
        own.setUserToken(call.getUserToken());
        own.setProtocolVersion(call.getProtocolVersion());
        if (LeaseNotes.of(call) != null) {
            LeaseNotes.in(own);
        }
        return own;
    }

    /** Notes that a hedge begins, in its context: a dial that it joins may have begun before, and counts from here on. */
    static void begins(HttpClientContext hedge) {
        LeaseFactsData facts = LeaseNotes.of(hedge);
        if (facts != null) {
            facts.begin(System.nanoTime());
        }
    }

    /** Takes over the exchange of the hedge in the caller's context. */
    static void adopt(HttpClientContext call, HttpClientContext hedge) {
        call.setRequest(hedge.getRequest());
        call.setResponse(hedge.getResponse());
        call.setEndpointDetails(hedge.getEndpointDetails());
        call.setSSLSession(hedge.getSSLSession());
        call.setUserToken(hedge.getUserToken());
        LeaseFactsData facts = LeaseNotes.of(call);
        LeaseFactsData news = LeaseNotes.of(hedge);
        if (facts != null && news != null) {
            facts.goesOnWith(news);
        }
    }

    /**
     * Returns the addresses that a hedge is to avoid: those of the tries before, and that of the request beside which it is
     * sent. The latter is noted by the thread that sends the request, at the same time as the hedge's time begins; where it
     * is missing, the hedge may go to the same address.
     */
    static List<InetSocketAddress> avoided(HttpClientContext call) {
        EndpointDetails first = call.getEndpointDetails();
        return avoided(call, first == null ? null : first.getRemoteAddress());
    }

    /** Returns the addresses that a hedge is to avoid, if it is known where the request goes beside which it is sent. */
    static List<InetSocketAddress> avoided(HttpClientContext call, @Nullable SocketAddress first) {
        return first instanceof InetSocketAddress remote
                ? Stream.concat(Repeats.tried(call).stream(), Stream.of(remote)).toList()
                : Repeats.tried(call);
    }
}
