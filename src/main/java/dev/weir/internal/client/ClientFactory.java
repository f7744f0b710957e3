package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.manager.PoolManager;
import dev.weir.internal.pool.ConnectionPool;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hc.client5.http.auth.Credentials;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.cookie.CookieSpecFactory;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.auth.CredentialsProviderBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Lookup;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Makes the client of a pool, and applies the settings that take effect only through the client. Thread-safe.
 *
 * @param pool the pool
 * @param manager its manager
 * @param proxyCredentials for a proxy that requires authentication; null for none
 * @param customizers the users' changes to the builder, applied last
 * @param framework starts a builder in its own way and lets the pool configure it; null for HttpClient's own builder
 */
public record ClientFactory(
        ConnectionPool pool,
        PoolManager manager,
        @Nullable Credentials proxyCredentials,
        List<Consumer<HttpClientBuilder>> customizers,
        @Nullable Function<Consumer<HttpClientBuilder>, HttpClientBuilder> framework) {

    // The pool decides per route how long a request waits for its connection; a request may ask for less.
    static final RequestConfig REQUESTS = RequestConfig.custom()
            .setConnectionRequestTimeout(Timeout.DISABLED)
            .setProtocolUpgradeEnabled(false)
            .build();

    // Those of HttpClient read the list of public suffixes, which takes long.
    static final Lookup<CookieSpecFactory> NO_COOKIES =
            RegistryBuilder.<CookieSpecFactory>create().build();

    /** Keeps the customizers as they are now. */
    public ClientFactory {
        customizers = List.copyOf(customizers);
    }

    /**
     * Makes a client.
     *
     * @param config the configuration of the pool
     * @return the client, which leaves the manager open when it is closed
     */
    public CloseableHttpClient create(PoolConfig config) {
        HttpClientBuilder builder = framework == null
                ? apply(config, HttpClientBuilder.create().setDefaultRequestConfig(REQUESTS))
                : framework.apply(each -> apply(config, each));
        for (Consumer<HttpClientBuilder> customizer : customizers) {
            customizer.accept(builder);
        }
        HttpRoutePlanner routes = PartlyDirectRoutes.of(config, builder, HttpClientBuilder.class);
        if (routes != null) {
            builder.setRoutePlanner(routes);
        }
        checkManager(config.name(), "customizeClient", manager, builder.getConnManager());
        return builder.build();
    }

    private HttpClientBuilder apply(PoolConfig config, HttpClientBuilder builder) {
        UserTokens tokens = new UserTokens(config.connectionState());
        builder.setConnectionManager(manager)
                .setConnectionManagerShared(true)
                .setKeepAliveStrategy(LeaseStep.KEPT_BY_THE_POOL)
                .setUserTokenHandler(tokens)
                .setRetryStrategy(new ResendStrategy(pool))
                .addExecInterceptorFirst(CallStep.NAME, new CallStep(pool, config.pathsInReports()))
                .addExecInterceptorBefore(ChainElement.RETRY.name(), "weir-request", LeaseStep::keep)
                .addExecInterceptorBefore(ChainElement.PROTOCOL.name(), LeaseStep.NAME, new LeaseStep(tokens, pool));
        HttpHost proxy = PartlyDirectRoutes.host(config.effective().proxy());
        if (proxy != null) {
            builder.setProxy(proxy);
        }
        if (proxy != null && proxyCredentials != null) {
            builder.setDefaultCredentialsProvider(CredentialsProviderBuilder.create()
                    .add(proxy, proxyCredentials)
                    .build());
        }
        if (config.redirects()) {
            builder.setRedirectStrategy(SafeRedirects.INSTANCE);
        } else {
            builder.disableRedirectHandling();
        }
        if (!config.cookies()) {
            builder.disableCookieManagement().setDefaultCookieSpecRegistry(NO_COOKIES);
        }
        return builder;
    }

    /** Refuses a client that would not use the pool it is made for, because a customizer replaced its manager. */
    static void checkManager(String pool, String knob, Object ofThePool, @Nullable Object inUse) {
        if (inUse != ofThePool) {
            throw new IllegalArgumentException(knob
                    + " must leave the connection manager to pool '" + pool + "', but calls setConnectionManager("
                    + (inUse == null ? "null" : inUse.getClass().getSimpleName())
                    + "): limits, timeouts, eviction and meters of the pool would not hold for the client. Remove the"
                    + " call; TLS, DNS and sockets are set on the builder of the pool");
        }
    }
}
