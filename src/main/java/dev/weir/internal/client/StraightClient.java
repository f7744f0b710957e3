package dev.weir.internal.client;

import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.RouteState;
import java.io.IOException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ExecSupport;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HttpClient's client, with a straight way for common requests: on a direct route, with no body or a repeatable one, and
 * without authentication. All others go through HttpClient's chain. The two ways differ only in their cost and in
 * HttpClient's log: while that is on, all requests go through the chain. Thread-safe.
 */
final class StraightClient extends CloseableHttpClient implements Configurable {

    // HttpClient logs everything about a request below this name.
    private static final Logger OF_THE_CHAIN = LoggerFactory.getLogger("org.apache.hc.client5.http.impl.classic");

    private final CloseableHttpClient chain;
    private final HttpRoutePlanner planner;
    private final ContextDefaults defaults;
    private final StraightParts parts;
    private final CallTerms terms;
    private final ConnectionPool connections;

    StraightClient(
            CloseableHttpClient chain,
            HttpRoutePlanner planner,
            ContextDefaults defaults,
            StraightParts parts,
            CallTerms terms) {
        this.chain = chain;
        this.planner = planner;
        this.defaults = defaults;
        this.parts = parts;
        this.terms = terms;
        this.connections = terms.connections();
    }

    @Override
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, @Nullable ClassicHttpRequest request, @Nullable HttpContext given)
            throws IOException {
        if (target == null
                || request == null
                || !(given instanceof HttpClientContext context)
                || OF_THE_CHAIN.isDebugEnabled()) {
            return throughChain(target, request, given);
        }
        try {
            complete(request, target);
            defaults.fill(context, request);
            return isStraight(request, context)
                    ? straight(planner.determineRoute(target, request, context), request, context)
                    : throughChain(target, request, context);
        } catch (HttpException e) {
            throw new ClientProtocolException(e.getMessage(), e);
        }
    }

    @SuppressWarnings("deprecation") // the one public method that hands out the response as doExecute must
    private CloseableHttpResponse throughChain(
            @Nullable HttpHost target, @Nullable ClassicHttpRequest request, @Nullable HttpContext context)
            throws IOException {
        return chain.execute(target, request, context);
    }

    private static void complete(ClassicHttpRequest request, HttpHost target) {
        if (request.getScheme() == null) {
            request.setScheme(target.getSchemeName());
        }
        if (request.getAuthority() == null) {
            request.setAuthority(new URIAuthority(target));
        }
    }

    private static boolean isStraight(ClassicHttpRequest request, HttpClientContext context) {
        return LeanProtocol.isPlain(request)
                && LeanProtocol.isWithoutAuthentication(context)
                && !Method.TRACE.isSame(request.getMethod());
    }

    private CloseableHttpResponse straight(HttpRoute route, ClassicHttpRequest request, HttpClientContext context)
            throws IOException, HttpException {
        if (!(context instanceof CallContext)) {
            context.setExchangeId(ExecSupport.getNextExchangeId());
        }
        terms.apply(context);
        RouteState state = connections.route(route);
        CallDeadline deadline = terms.deadline(route, state.totalNanos(), context);
        try {
            return new StraightCall(parts, route, state, request, context, deadline).execute();
        } catch (HttpException e) {
            throw terms.failures().named(e, route);
        }
    }

    @Override
    public RequestConfig getConfig() {
        return defaults.config();
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    @Override
    public void close(CloseMode mode) {
        chain.close(mode);
    }
}
