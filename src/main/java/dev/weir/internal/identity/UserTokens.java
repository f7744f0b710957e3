package dev.weir.internal.identity;

import dev.weir.internal.call.LeaseRequirements;
import java.security.Principal;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.UserTokenHandler;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.auth.AuthScheme;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which user a connection belongs to. A connection on which a user has logged in (see {@link BoundLogin}) always
 * belongs to that user alone; the principal of a TLS client certificate counts only where connections have a state.
 *
 * <p>It is stricter than HttpClient's own handler: a refused login gives no token, so a wrong password does not open the
 * connections of that user; a login to both server and proxy needs the principals of both; and a token that was found for
 * one host is not used for another. A token that the caller has set in the context stays. Thread-safe.
 */
public final class UserTokens implements UserTokenHandler {

    /** The token that was found last, in the context of the call: if the context has another one, the caller has set it. */
    private static final String FOUND = "weir.user-token";

    private final boolean withCertificates;

    private record Both(Principal atTarget, Principal atProxy) {}

    /**
     * Creates the handler.
     *
     * @param withCertificates whether the principal of a TLS client certificate separates connections, too
     */
    public UserTokens(boolean withCertificates) {
        this.withCertificates = withCertificates;
    }

    @Override
    public @Nullable Object getUserToken(HttpRoute route, HttpContext context) {
        return getUserToken(route, null, context);
    }

    /** Returns the user of a connection after a response; null if no user is known to be logged in. */
    @Override
    public @Nullable Object getUserToken(HttpRoute route, @Nullable HttpRequest request, HttpContext context) {
        HttpClientContext own = HttpClientContext.cast(context);
        boolean isAnyBound = BoundLogin.isAnyBound(own);
        if (!withCertificates && !isAnyBound) {
            return null; // the usual case
        }
        HttpResponse response = own.getResponse();
        int status = response == null ? 0 : response.getCode();
        boolean byProxy = status == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED;
        boolean byTarget = status == HttpStatus.SC_UNAUTHORIZED;
        AuthExchange target = isAnyBound ? BoundLogin.atTarget(route, request, own) : null;
        AuthExchange proxy = isAnyBound ? BoundLogin.atProxy(route, own) : null;
        if (target == null && proxy == null) {
            boolean isRefused = (byTarget || byProxy) && request != null && isRefused(request, byTarget, byProxy);
            return isRefused || !withCertificates ? null : noted(certificate(own), own);
        }
        return noted(login(target, !byTarget && !byProxy, proxy, !byProxy), own);
    }

    /**
     * Gives a call the token for its next lease: that of the host it goes to. Call it before each hop of a call.
     *
     * @param route the route
     * @param request the request of that hop
     * @param context the context of the call
     */
    public void renew(HttpRoute route, HttpRequest request, HttpClientContext context) {
        if (context.getUserToken() != null) {
            LeaseRequirements.takeFrom(context);
        }
        Object current = context.getUserToken();
        if (current == null ? !context.getAuthExchanges().isEmpty() : isFound(current, context)) {
            context.setUserToken(noted(known(route, request, context), context));
        }
    }

    /**
     * Makes the next response of a call decide again which user owns its connection, unless the caller has set that.
     *
     * @param context the context of the call
     */
    public static void forget(HttpContext context) {
        if (context instanceof HttpClientContext own && own.getUserToken() != null) {
            LeaseRequirements.takeFrom(own);
            Object current = own.getUserToken();
            if (current != null && isFound(current, own)) {
                own.setUserToken(null);
            }
        }
    }

    private static boolean isFound(Object token, HttpContext context) {
        return token == context.getAttribute(FOUND);
    }

    private static @Nullable Object noted(@Nullable Object token, HttpContext context) {
        if (token != null) {
            context.setAttribute(FOUND, token);
        }
        return token;
    }

    // Before a response, only a successful login identifies the user.
    private @Nullable Object known(HttpRoute route, HttpRequest request, HttpClientContext context) {
        AuthExchange target = BoundLogin.atTarget(route, request, context);
        AuthExchange proxy = BoundLogin.atProxy(route, context);
        if (target == null && proxy == null) {
            return withCertificates ? certificate(context) : null;
        }
        return login(target, hasSucceeded(target), proxy, hasSucceeded(proxy));
    }

    private static boolean hasSucceeded(@Nullable AuthExchange exchange) {
        return exchange != null && exchange.getState() == AuthExchange.State.SUCCESS;
    }

    // A failed login leaves no scheme in the context, but leaves a connection on which it began.
    private static boolean isRefused(HttpRequest request, boolean byTarget, boolean byProxy) {
        return (byTarget && request.containsHeader(HttpHeaders.AUTHORIZATION))
                || (byProxy && request.containsHeader(HttpHeaders.PROXY_AUTHORIZATION));
    }

    private static @Nullable Object login(
            @Nullable AuthExchange target, boolean targetAgrees, @Nullable AuthExchange proxy, boolean proxyAgrees) {
        Principal atTarget = targetAgrees ? principal(target) : null;
        Principal atProxy = proxyAgrees ? principal(proxy) : null;
        if (target == null || proxy == null) {
            return target == null ? atProxy : atTarget;
        }
        return atTarget == null || atProxy == null ? null : new Both(atTarget, atProxy);
    }

    private static @Nullable Principal principal(@Nullable AuthExchange exchange) {
        AuthScheme scheme = exchange == null ? null : exchange.getAuthScheme();
        return scheme == null ? null : scheme.getPrincipal();
    }

    private static @Nullable Object certificate(HttpClientContext context) {
        SSLSession session = context.getSSLSession();
        return session == null ? null : session.getLocalPrincipal();
    }
}
