package dev.weir.spring;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpComponentsHttpAsyncClientBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.util.LambdaSafe;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.util.Assert;

/**
 * Lets Boot build the clients of pools, with the customizers of the application: what is not the pool's is left to it.
 * Thread-safe.
 */
final class BootClients {

    /** Boot's builder of reactive clients, which needs {@code httpcore5-reactive}. */
    @FunctionalInterface
    interface Async {

        /** Begins a builder, lets the pool do its part before the customizers of the application, and returns it. */
        HttpAsyncClientBuilder builder(HttpClientSettings settings, Consumer<HttpAsyncClientBuilder> pool);
    }

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final List<ClientHttpRequestFactoryBuilderCustomizer<?>> customizers;
    private final Async async;
    private final AtomicBoolean isWarned = new AtomicBoolean();

    /**
     * Creates it.
     *
     * @param customizers the customizers of the application, in their order
     * @param async builds asynchronous clients; null for Boot's builder without customizers
     */
    BootClients(List<ClientHttpRequestFactoryBuilderCustomizer<?>> customizers, @Nullable Async async) {
        this.customizers = customizers;
        this.async = async == null ? BootClients::plainAsync : async;
    }

    Async async() {
        return async;
    }

    /**
     * Returns the request factory that Boot alone would build, if a customizer sets a TLS strategy: how a peer is verified
     * is not to change, and a pool cannot take the strategy over.
     */
    @Nullable
    HttpComponentsClientHttpRequestFactory withTlsOfItsOwn(HttpClientSettings settings) {
        if (customizers.isEmpty()) {
            return null;
        }
        if (isWarned.compareAndSet(false, true)) {
            LOG.warn("Customizers of Boot's request factories reach clients on pools, but not their connections: what"
                    + " they set of limits, sockets, DNS or a connection manager's TLS has no effect. Use weir.*"
                    + " properties, SSL bundles or a bean of type HttpPoolCustomizer");
        }
        AtomicBoolean isBoots = new AtomicBoolean();
        HttpComponentsClientHttpRequestFactoryBuilder builder =
                customized(ClientHttpRequestFactoryBuilder.httpComponents().withTlsSocketStrategyFactory(bundle -> {
                    isBoots.set(true);
                    return null;
                }));
        builder.build(settings.withSslBundle(SslBundle.systemDefault())); // without a bundle it may not be asked
        return isBoots.get() ? null : builder.build(settings);
    }

    /**
     * Begins the builder of a client.
     *
     * @param settings Boot's settings
     * @param pool the pool's part, which comes before that of the application's customizers
     * @param factory gets the request factory that Boot builds along with it
     */
    HttpClientBuilder builder(
            HttpClientSettings settings,
            Consumer<HttpClientBuilder> pool,
            AtomicReference<@Nullable HttpComponentsClientHttpRequestFactory> factory) {
        AtomicReference<@Nullable Object> ours = new AtomicReference<>();
        AtomicReference<@Nullable HttpClientBuilder> result = new AtomicReference<>();
        HttpComponentsClientHttpRequestFactoryBuilder first = ClientHttpRequestFactoryBuilder.httpComponents()
                .withDefaultRequestConfigCustomizer(BootClients::leaveToPool)
                .withHttpClientCustomizer(pool.andThen(builder -> ours.set(builder.getConnManager())));
        factory.set(customized(first).withHttpClientCustomizer(result::set).build(settings.withSslBundle(null)));
        HttpClientBuilder builder = Objects.requireNonNull(result.get());
        checkManager(ours.get(), builder.getConnManager());
        return builder;
    }

    static void checkManager(@Nullable Object ofThePool, @Nullable Object inUse) {
        Assert.state(
                inUse == ofThePool,
                "A customizer of HttpClient's builder calls setConnectionManager and takes the connections away from"
                        + " the pool: remove the call, and use weir.* properties or a bean of type HttpPoolCustomizer");
    }

    @SuppressWarnings("unchecked") // LambdaSafe leaves out customizers of other builders
    private HttpComponentsClientHttpRequestFactoryBuilder customized(ClientHttpRequestFactoryBuilder<?> first) {
        ClientHttpRequestFactoryBuilder<?>[] builder = {first};
        LambdaSafe.callbacks(ClientHttpRequestFactoryBuilderCustomizer.class, customizers, first)
                .invoke(customizer -> builder[0] = customizer.customize(builder[0]));
        return same(HttpComponentsClientHttpRequestFactoryBuilder.class, builder[0]);
    }

    static <B> B same(Class<B> expected, Object builder) {
        Assert.state(
                expected.isInstance(builder),
                () -> "A customizer returns " + builder.getClass().getName() + " in place of "
                        + expected.getSimpleName() + ", and takes the requests away from the pool");
        return expected.cast(builder);
    }

    // The pool decides for each route how long a request waits for its connection, and proxies refuse the upgrade.
    static void leaveToPool(RequestConfig.Builder config) {
        config.setConnectionRequestTimeout(Timeout.DISABLED).setProtocolUpgradeEnabled(false);
    }

    private static HttpAsyncClientBuilder plainAsync(
            HttpClientSettings settings, Consumer<HttpAsyncClientBuilder> pool) {
        AtomicReference<@Nullable HttpAsyncClientBuilder> result = new AtomicReference<>();
        new HttpComponentsHttpAsyncClientBuilder()
                .withDefaultRequestConfigCustomizer(BootClients::leaveToPool)
                .withCustomizer(pool.andThen(result::set))
                .build(settings.withSslBundle(null))
                .close(CloseMode.IMMEDIATE);
        return Objects.requireNonNull(result.get());
    }
}
