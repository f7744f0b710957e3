package dev.weir.internal.client;

import java.util.Objects;
import org.apache.hc.client5.http.auth.AuthSchemeFactory;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.cookie.CookieSpecFactory;
import org.apache.hc.client5.http.cookie.CookieStore;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * The defaults that HttpClient's clients put into the context of a call. Immutable.
 *
 * @param authSchemes how to authenticate
 * @param cookieSpecs how to read cookies
 * @param cookies where cookies are kept
 * @param credentials where credentials come from
 * @param config the default configuration of requests
 */
record ContextDefaults(
        @Nullable Lookup<AuthSchemeFactory> authSchemes,
        @Nullable Lookup<CookieSpecFactory> cookieSpecs,
        @Nullable CookieStore cookies,
        @Nullable CredentialsProvider credentials,
        RequestConfig config) {

    static ContextDefaults of(CloseableHttpClient client) throws ReflectiveOperationException {
        RequestConfig config = Objects.requireNonNull(((Configurable) client).getConfig());
        return of(client, client.getClass(), config);
    }

    /** Returns the defaults of an asynchronous client. */
    static ContextDefaults of(CloseableHttpAsyncClient client) throws ReflectiveOperationException {
        return of(client, client.getClass().getSuperclass(), DefaultRequestConfig.of(client));
    }

    @SuppressWarnings("unchecked") // as HttpClient's clients declare them
    private static ContextDefaults of(Object client, Class<?> type, RequestConfig config)
            throws ReflectiveOperationException {
        return new ContextDefaults(
                Internals.read(client, type, "authSchemeRegistry", Lookup.class),
                Internals.read(client, type, "cookieSpecRegistry", Lookup.class),
                Internals.read(client, type, "cookieStore", CookieStore.class),
                Internals.read(client, type, "credentialsProvider", CredentialsProvider.class),
                config);
    }

    void fill(HttpClientContext context, HttpRequest request) {
        RequestConfig own = request instanceof Configurable configurable ? configurable.getConfig() : null;
        if (own != null) {
            context.setRequestConfig(own);
        }
        if (context.getRequestConfig() == null) {
            context.setRequestConfig(config);
        }
        if (context.getAuthSchemeRegistry() == null) {
            context.setAuthSchemeRegistry(authSchemes);
        }
        if (context.getCookieSpecRegistry() == null) {
            context.setCookieSpecRegistry(cookieSpecs);
        }
        if (context.getCookieStore() == null) {
            context.setCookieStore(cookies);
        }
        if (context.getCredentialsProvider() == null) {
            context.setCredentialsProvider(credentials);
        }
    }
}
