package dev.weir.testserver;

import java.security.Principal;
import java.util.List;
import org.apache.hc.client5.http.AuthenticationStrategy;
import org.apache.hc.client5.http.auth.AuthChallenge;
import org.apache.hc.client5.http.auth.AuthScheme;
import org.apache.hc.client5.http.auth.AuthSchemeFactory;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.DefaultAuthenticationStrategy;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.Lookup;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** The client's part of a {@link Login}: logs in a connection, not a request. Not thread-safe, like any scheme. */
public final class LoginScheme implements AuthScheme {

    private static final AuthenticationStrategy PREFERRED = new DefaultAuthenticationStrategy() {
        @Override
        protected List<String> getSchemePriority() {
            return List.of(Login.SCHEME);
        }
    };

    private final boolean hasPrincipal;
    private @Nullable UsernamePasswordCredentials user;
    private @Nullable String number;
    private boolean answered;
    private boolean refused;

    private LoginScheme(boolean hasPrincipal) {
        this.hasPrincipal = hasPrincipal;
    }

    private static Lookup<AuthSchemeFactory> schemes(boolean withPrincipal) {
        return RegistryBuilder.<AuthSchemeFactory>create()
                .register(Login.SCHEME, context -> new LoginScheme(withPrincipal))
                .build();
    }

    /** Lets a client log in. */
    public static void allow(HttpClientBuilder client) {
        client.setDefaultAuthSchemeRegistry(schemes(true))
                .setTargetAuthenticationStrategy(PREFERRED)
                .setProxyAuthenticationStrategy(PREFERRED);
    }

    /** Lets a client log in by a scheme that does not name the user, as HttpClient's Negotiate. */
    public static void allowNameless(HttpClientBuilder client) {
        allow(client);
        client.setDefaultAuthSchemeRegistry(schemes(false));
    }

    /** Lets a client log in. */
    public static void allow(HttpAsyncClientBuilder client) {
        client.setDefaultAuthSchemeRegistry(schemes(true))
                .setTargetAuthenticationStrategy(PREFERRED)
                .setProxyAuthenticationStrategy(PREFERRED);
    }

    /** Lets a client log in by a scheme that does not name the user. */
    public static void allowNameless(HttpAsyncClientBuilder client) {
        allow(client);
        client.setDefaultAuthSchemeRegistry(schemes(false));
    }

    /** Returns the context of a user. */
    public static HttpClientContext contextOf(String user, String password) {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(
                new AuthScope(null, null, -1, null, null),
                new UsernamePasswordCredentials(user, password.toCharArray()));
        HttpClientContext context = HttpClientContext.create();
        context.setCredentialsProvider(credentials);
        return context;
    }

    @Override
    public String getName() {
        return Login.SCHEME;
    }

    @Override
    public boolean isConnectionBased() {
        return true;
    }

    @Override
    public void processChallenge(AuthChallenge challenge, HttpContext context) {
        boolean isFirst = challenge.getParams() == null;
        refused = isFirst && answered;
        number = isFirst ? null : challenge.getParams().get(0).getValue();
    }

    @Override
    public boolean isChallengeComplete() {
        return refused;
    }

    @Override
    public @Nullable String getRealm() {
        return null;
    }

    @Override
    public boolean isResponseReady(HttpHost host, CredentialsProvider credentials, HttpContext context) {
        user = (UsernamePasswordCredentials) credentials.getCredentials(new AuthScope(host, null, getName()), context);
        return user != null;
    }

    @Override
    public @Nullable Principal getPrincipal() {
        return user == null || !hasPrincipal ? null : user.getUserPrincipal();
    }

    @Override
    public String generateAuthResponse(HttpHost host, HttpRequest request, HttpContext context) {
        if (number == null || user == null) {
            return Login.SCHEME + " hello";
        }
        answered = true;
        return Login.SCHEME + " " + number + " " + user.getUserName() + " " + new String(user.getUserPassword());
    }
}
