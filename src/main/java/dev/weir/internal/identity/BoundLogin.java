package dev.weir.internal.identity;

import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes connection-bound authentication, which authenticates a connection, not a request: every {@code AuthScheme}
 * whose {@code isConnectionBased()} is true, such as NTLM and Negotiate (RFC 4559, section 6), of the server and of a proxy.
 * Stateless.
 */
public final class BoundLogin {

    private BoundLogin() {}

    /**
     * Tells whether a request logs its connection in, or goes on with such a login: by the state of authentication in its
     * context, or by an {@code Authorization} header that the application wrote itself.
     *
     * @param route the route of the connection
     * @param request the request as it is sent
     * @param context the context that it is executed with
     * @return whether the connection belongs to the user of this request from now on
     */
    public static boolean isPartOf(HttpRoute route, HttpRequest request, HttpContext context) {
        for (Header header : request.getHeaders()) {
            if (isBound(header)) {
                return true;
            }
        }
        return isInContext(route, request, context);
    }

    /**
     * Tells the same of the context alone.
     *
     * @param route the route of the connection
     * @param request the request; null for one to the target of the route
     * @param context the context that it is executed with
     * @return whether a connection-bound scheme was selected for the target of the request, or for the proxy of the route
     */
    public static boolean isInContext(HttpRoute route, @Nullable HttpRequest request, HttpContext context) {
        HttpClientContext own = HttpClientContext.cast(context);
        if (!isAnyBound(own)) {
            return false;
        }
        boolean reachesProxy = !route.isTunnelled() || (request != null && Method.CONNECT.isSame(request.getMethod()));
        return atTarget(route, request, own) != null || (reachesProxy && atProxy(route, own) != null);
    }

    /**
     * Makes a 407 that does not come from a proxy a response like any other: HttpClient (5.6.4) would send the credentials
     * for the proxy to the origin, or fail at the next request.
     *
     * @param response the response
     * @param route the route of the connection
     * @param context the context of the call, whose configuration the caller restores
     */
    public static void ignoreChallengeOfOrigin(HttpResponse response, HttpRoute route, HttpContext context) {
        boolean isOfProxy = route.getProxyHost() != null && !route.isTunnelled();
        if (response.getCode() == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED && !isOfProxy) {
            HttpClientContext own = HttpClientContext.cast(context);
            own.setRequestConfig(RequestConfig.copy(own.getRequestConfigOrDefault())
                    .setAuthenticationEnabled(false)
                    .build());
        }
    }

    /**
     * Finds the connection-bound authentication by the server, if there is any.
     *
     * @param route the route of the connection
     * @param request the request; null for one to the target of the route
     * @param context the context of the request
     * @return its state; null if there is none
     */
    static @Nullable AuthExchange atTarget(HttpRoute route, @Nullable HttpRequest request, HttpClientContext context) {
        URIAuthority authority = request == null ? null : request.getAuthority();
        HttpHost routed = route.getTargetHost();
        if (request == null || authority == null) {
            return boundTo(routed, context);
        }
        String scheme = request.getScheme() != null ? request.getScheme() : routed.getSchemeName();
        return boundTo(new HttpHost(scheme, authority.getHostName(), authority.getPort()), context);
    }

    /**
     * Finds the connection-bound authentication by the proxy, if there is any.
     *
     * @param route the route of the connection
     * @param context the context of the request
     * @return its state; null if there is none
     */
    static @Nullable AuthExchange atProxy(HttpRoute route, HttpClientContext context) {
        HttpHost proxy = route.getProxyHost();
        return proxy == null ? null : boundTo(proxy, context);
    }

    /**
     * Tells whether the state of any authentication is known.
     *
     * @param context the context of a call
     * @return whether it is
     */
    public static boolean hasAuthExchanges(HttpClientContext context) {
        return !context.getAuthExchanges().isEmpty();
    }

    /** Tells whether any authentication is connection-bound. Usually there is none, and nothing to compare. */
    static boolean isAnyBound(HttpClientContext context) {
        for (AuthExchange each : context.getAuthExchanges().values()) {
            if (each.isConnectionBased()) {
                return true;
            }
        }
        return false;
    }

    // HttpClient's keys have a port or none, depending on where they were made.
    private static @Nullable AuthExchange boundTo(HttpHost host, HttpClientContext context) {
        for (Map.Entry<HttpHost, AuthExchange> each : context.getAuthExchanges().entrySet()) {
            if (each.getValue().isConnectionBased() && isSame(host, each.getKey())) {
                return each.getValue();
            }
        }
        return null;
    }

    private static boolean isSame(HttpHost one, HttpHost other) {
        return one.getHostName().equalsIgnoreCase(other.getHostName()) && port(one) == port(other);
    }

    private static int port(HttpHost host) {
        return DefaultSchemePortResolver.INSTANCE.resolve(host.getSchemeName(), host);
    }

    private static boolean isBound(Header header) {
        String name = header.getName();
        boolean isLogin = name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION)
                || name.equalsIgnoreCase(HttpHeaders.PROXY_AUTHORIZATION);
        String value = isLogin ? header.getValue() : null;
        return value != null && (isOf("NTLM ", value.strip()) || isOf("Negotiate ", value.strip()));
    }

    private static boolean isOf(String scheme, String value) {
        return value.regionMatches(true, 0, scheme, 0, scheme.length());
    }
}
