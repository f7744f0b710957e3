package dev.weir.internal.client;

import java.io.IOException;
import java.util.Objects;
import org.apache.hc.client5.http.ConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.UserTokenHandler;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.classic.MainClientExec;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.protocol.HttpProcessor;

/**
 * The interceptors and strategies of the innermost step of HttpClient's chain: the same objects, so those of customizers
 * apply to both ways. Immutable.
 *
 * @param interceptors HttpClient's own and those of customizers
 * @param reuse whether a connection can be reused
 * @param keepAlive for how long
 * @param userTokens whose it is
 */
record ExchangeRules(
        HttpProcessor interceptors,
        ConnectionReuseStrategy reuse,
        ConnectionKeepAliveStrategy keepAlive,
        UserTokenHandler userTokens) {

    static ExchangeRules of(ExecChainHandler main) throws ReflectiveOperationException {
        return new ExchangeRules(
                read(main, "httpProcessor", HttpProcessor.class),
                UsualReuse.of(read(main, "reuseStrategy", ConnectionReuseStrategy.class)),
                read(main, "keepAliveStrategy", ConnectionKeepAliveStrategy.class),
                read(main, "userTokenHandler", UserTokenHandler.class));
    }

    private static <T> T read(ExecChainHandler main, String name, Class<T> type) throws ReflectiveOperationException {
        return Objects.requireNonNull(Internals.read(main, MainClientExec.class, name, type), name);
    }

    void prepare(HttpRoute route, ClassicHttpRequest request, HttpClientContext context)
            throws IOException, HttpException {
        context.setRoute(route);
        context.setRequest(request);
        interceptors.process(request, request.getEntity(), context);
    }

    /** Passes the response to the interceptors, and decides whether its connection can be reused. */
    void settle(
            HttpRoute route,
            ClassicHttpRequest request,
            ClassicHttpResponse response,
            HttpClientContext context,
            LeaseRuntime connection)
            throws IOException, HttpException {
        context.setResponse(response);
        interceptors.process(response, response.getEntity(), context);
        Object token = context.getUserToken();
        if (token == null) {
            token = userTokens.getUserToken(route, request, context);
            context.setUserToken(token);
        }
        if (reuse.keepAlive(request, response, context)) {
            connection.markConnectionReusable(token, keepAlive.getKeepAliveDuration(response, context));
        } else {
            connection.markConnectionNonReusable();
        }
    }
}
