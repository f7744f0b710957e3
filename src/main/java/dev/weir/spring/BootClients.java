package dev.weir.spring;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsHttpAsyncClientBuilder;
import org.springframework.boot.http.client.HttpComponentsHttpClientBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.util.LambdaSafe;

/** What Boot does itself: the clients of pools have its redirects and cookies, and the application's customizers are called. */
final class BootClients {

    private BootClients() {}

    /** Begins the builder of a blocking client, and lets the pool do its part. */
    static HttpClientBuilder builder(HttpClientSettings settings, Consumer<HttpClientBuilder> pool) {
        AtomicReference<@Nullable HttpClientBuilder> result = new AtomicReference<>();
        new HttpComponentsHttpClientBuilder()
                .withDefaultRequestConfigCustomizer(BootClients::leaveToPool)
                .withCustomizer(pool.andThen(result::set))
                .build(settings.withSslBundle(null));
        return Objects.requireNonNull(result.get());
    }

    /** Begins the builder of an asynchronous client, and lets the pool do its part. */
    static HttpAsyncClientBuilder asyncBuilder(HttpClientSettings settings, Consumer<HttpAsyncClientBuilder> pool) {
        AtomicReference<@Nullable HttpAsyncClientBuilder> result = new AtomicReference<>();
        new HttpComponentsHttpAsyncClientBuilder()
                .withDefaultRequestConfigCustomizer(BootClients::leaveToPool)
                .withCustomizer(pool.andThen(result::set))
                .build(settings.withSslBundle(null))
                .close(CloseMode.IMMEDIATE);
        return Objects.requireNonNull(result.get());
    }

    // The pool decides for each route how long a request waits for its connection, and proxies refuse the upgrade.
    private static void leaveToPool(RequestConfig.Builder config) {
        config.setConnectionRequestTimeout(Timeout.DISABLED).setProtocolUpgradeEnabled(false);
    }

    /**
     * Returns the builder that Boot alone would have, if customizers change it. What they set of connections cannot be seen
     * from outside, and how a server is verified must not change because of a pool.
     */
    @SuppressWarnings("unchecked") // LambdaSafe leaves out customizers of other builders
    static @Nullable ClientHttpRequestFactoryBuilder<?> customized(List<?> customizers) {
        if (customizers.isEmpty()) {
            return null;
        }
        ClientHttpRequestFactoryBuilder<?> first = ClientHttpRequestFactoryBuilder.httpComponents();
        ClientHttpRequestFactoryBuilder<?>[] builder = {first};
        LambdaSafe.callbacks(
                        ClientHttpRequestFactoryBuilderCustomizer.class,
                        (List<ClientHttpRequestFactoryBuilderCustomizer<?>>) customizers,
                        first)
                .invoke(customizer -> builder[0] = customizer.customize(builder[0]));
        return builder[0] == first ? null : builder[0];
    }

    /** The same for {@code WebClient}, which may be missing. */
    static final class Reactive {

        private Reactive() {}

        @SuppressWarnings("unchecked")
        static @Nullable ClientHttpConnectorBuilder<?> customized(List<?> customizers) {
            if (customizers.isEmpty()) {
                return null;
            }
            ClientHttpConnectorBuilder<?> first = ClientHttpConnectorBuilder.httpComponents();
            ClientHttpConnectorBuilder<?>[] builder = {first};
            LambdaSafe.callbacks(
                            ClientHttpConnectorBuilderCustomizer.class,
                            (List<ClientHttpConnectorBuilderCustomizer<?>>) customizers,
                            first)
                    .invoke(customizer -> builder[0] = customizer.customize(builder[0]));
            return builder[0] == first ? null : builder[0];
        }
    }
}
