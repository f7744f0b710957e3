package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.internal.call.CallBody;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.pool.ConnectionPool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.async.methods.InflatingAsyncDataConsumer;
import org.apache.hc.client5.http.async.methods.InflatingGzipDataConsumer;
import org.apache.hc.client5.http.auth.Credentials;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.auth.CredentialsProviderBuilder;
import org.apache.hc.client5.http.nio.AsyncClientConnectionManager;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.concurrent.DefaultThreadFactory;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the asynchronous client of a pool, and applies the settings that take effect only through the client. Thread-safe.
 *
 * @param pool the pool
 * @param manager its manager
 * @param proxyCredentials for a proxy that requires authentication; null for none
 * @param customizers the users' changes to the builder, applied last
 * @param framework starts a builder in its own way and lets the pool configure it; null for HttpClient's own builder
 */
public record AsyncClientFactory(
        ConnectionPool pool,
        AsyncClientConnectionManager manager,
        @Nullable Credentials proxyCredentials,
        List<Consumer<HttpAsyncClientBuilder>> customizers,
        @Nullable Function<Consumer<HttpAsyncClientBuilder>, HttpAsyncClientBuilder> framework) {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    // HttpClient requires threads for its own connections but has none here, so these threads sleep.
    private static final IOReactorConfig IDLE_THREADS =
            IOReactorConfig.custom().setIoThreadCount(1).build();

    /** Keeps the customizers as they are now. */
    public AsyncClientFactory {
        customizers = List.copyOf(customizers);
    }

    /**
     * Makes a client.
     *
     * @param config the configuration of the pool
     * @return the client, not started, which leaves the manager open when it is closed
     */
    public CloseableHttpAsyncClient create(PoolConfig config) {
        HttpAsyncClientBuilder builder = framework == null
                ? apply(config, HttpAsyncClientBuilder.create().setDefaultRequestConfig(ClientFactory.REQUESTS))
                : framework.apply(each -> apply(config, each));
        for (Consumer<HttpAsyncClientBuilder> customizer : customizers) {
            customizer.accept(builder);
        }
        HttpRoutePlanner routes = PartlyDirectRoutes.of(config, builder, HttpAsyncClientBuilder.class);
        if (routes != null) {
            builder.setRoutePlanner(routes);
        }
        ClientFactory.checkManager(config.name(), "customizeAsyncClient", manager, builder.getConnManager());
        return builder.build();
    }

    private HttpAsyncClientBuilder apply(PoolConfig config, HttpAsyncClientBuilder builder) {
        UserTokens tokens = new UserTokens(config.connectionState());
        builder.setConnectionManager(manager)
                .setConnectionManagerShared(true)
                .setIOReactorConfig(IDLE_THREADS)
                .setIoReactorExceptionCallback(end -> LOG.debug("A thread without connections has ended", end))
                .setThreadFactory(new DefaultThreadFactory("weir-client-" + config.name(), true))
                .setKeepAliveStrategy(LeaseStep.KEPT_BY_THE_POOL)
                .setUserTokenHandler(tokens)
                .setRetryStrategy(new ResendStrategy(pool))
                .addExecInterceptorFirst(AsyncCallStep.NAME, new AsyncCallStep(pool, config.pathsInReports()))
                .addExecInterceptorBefore(ChainElement.COMPRESS.name(), "weir-after-decoding", Decoding::after)
                .addExecInterceptorAfter(ChainElement.COMPRESS.name(), "weir-before-decoding", Decoding::before)
                .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "weir-challenges", CallBody::passChallenge)
                .addExecInterceptorBefore(
                        ChainElement.PROTOCOL.name(),
                        AsyncLeaseStep.NAME,
                        new AsyncLeaseStep(new LeaseStep(tokens, pool)));
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
            builder.disableCookieManagement().setDefaultCookieSpecRegistry(ClientFactory.NO_COOKIES);
        }
        if (!LibraryVersions.decodeBrotli()) {
            builder.setContentDecoderMap(withoutBrotli());
        }
        return builder;
    }

    @SuppressWarnings("NonApiType") // HttpClient asks for one
    private static LinkedHashMap<String, UnaryOperator<AsyncDataConsumer>> withoutBrotli() {
        LinkedHashMap<String, UnaryOperator<AsyncDataConsumer>> decoders = new LinkedHashMap<>();
        decoders.put("gzip", InflatingGzipDataConsumer::new);
        decoders.put("x-gzip", InflatingGzipDataConsumer::new);
        decoders.put("deflate", to -> new InflatingAsyncDataConsumer(to, null));
        return decoders;
    }

    /** Reads the default of a client, for which HttpClient's blocking clients have a method and these a field. */
    static RequestConfig requestConfig(CloseableHttpAsyncClient client) {
        RequestConfig config = null;
        try {
            config = client instanceof Configurable told
                    ? told.getConfig()
                    : Internals.read(client, client.getClass().getSuperclass(), "defaultConfig", RequestConfig.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Another version of HttpClient keeps it elsewhere: only changes by customizers are missed.
            LOG.debug("The default configuration of requests is unknown", e);
        }
        return config == null ? ClientFactory.REQUESTS : config;
    }
}
