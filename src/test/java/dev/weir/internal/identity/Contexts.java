package dev.weir.internal.identity;

import java.security.Principal;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.auth.AuthChallenge;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.auth.AuthScheme;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Contexts of calls, as HttpClient leaves them. */
final class Contexts {

    static final HttpHost SHOP = new HttpHost("https", "shop", 443);
    static final HttpHost OTHER = new HttpHost("https", "other", 443);
    static final HttpHost PROXY = new HttpHost("http", "proxy", 3128);
    static final HttpRoute DIRECT = new HttpRoute(SHOP, null, true);
    static final HttpRoute TUNNEL = new HttpRoute(SHOP, null, PROXY, true);

    private Contexts() {}

    /** A scheme of a user; without a name it tells no user. */
    private record Scheme(
            boolean isConnectionBased, @Nullable String user) implements AuthScheme {
        @Override
        public String getName() {
            return "Test";
        }

        @Override
        public void processChallenge(AuthChallenge challenge, HttpContext context) {}

        @Override
        public boolean isChallengeComplete() {
            return false;
        }

        @Override
        public @Nullable String getRealm() {
            return null;
        }

        @Override
        public boolean isResponseReady(HttpHost host, CredentialsProvider credentials, HttpContext context) {
            return true;
        }

        @Override
        public @Nullable Principal getPrincipal() {
            return user == null ? null : new User(user);
        }

        @Override
        public String generateAuthResponse(HttpHost host, HttpRequest request, HttpContext context) {
            return "Test";
        }
    }

    /** A user, equal to those of the same name. */
    record User(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }

    static HttpClientContext empty() {
        return HttpClientContext.create();
    }

    /** Has a user logged in to a host by a scheme that is bound to the connection. */
    static HttpClientContext bound(HttpClientContext context, HttpHost host, @Nullable String user) {
        return with(context, host, new Scheme(true, user), AuthExchange.State.SUCCESS);
    }

    /** Has a user about to log in. */
    static HttpClientContext beginning(HttpClientContext context, HttpHost host, String user) {
        return with(context, host, new Scheme(true, user), AuthExchange.State.HANDSHAKE);
    }

    /** Has a user who logs in each request. */
    static HttpClientContext perRequest(HttpClientContext context, HttpHost host, String user) {
        return with(context, host, new Scheme(false, user), AuthExchange.State.SUCCESS);
    }

    private static HttpClientContext with(
            HttpClientContext context, HttpHost host, AuthScheme scheme, AuthExchange.State state) {
        AuthExchange exchange = context.getAuthExchange(host);
        exchange.select(scheme);
        exchange.setState(state);
        return context;
    }

    static HttpRequest to(HttpHost host) {
        return new BasicHttpRequest("GET", host, "/");
    }
}
