package dev.weir.spring;

import dev.weir.internal.callback.BlockingCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.util.LambdaSafe;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import reactor.core.scheduler.Schedulers;

/** Lets Boot build the clients of reactive code, with the application's customizers of connectors. Thread-safe. */
final class ReactiveBoot implements BootClients.Async {

    static {
        // Reactor refuses block() on the I/O threads of pools, as it does on threads of its own.
        Schedulers.registerNonBlockingThreadPredicate(BlockingCalls::isIoThread);
    }

    private final List<ClientHttpConnectorBuilderCustomizer<?>> customizers;

    ReactiveBoot(List<ClientHttpConnectorBuilderCustomizer<?>> customizers) {
        this.customizers = customizers;
    }

    /** Returns the connector that Boot alone would build, if a customizer sets a TLS strategy. */
    @Nullable
    HttpComponentsClientHttpConnector withTlsOfItsOwn(HttpClientSettings settings) {
        if (customizers.isEmpty()) {
            return null;
        }
        AtomicBoolean isBoots = new AtomicBoolean();
        HttpComponentsClientHttpConnectorBuilder builder =
                customized(ClientHttpConnectorBuilder.httpComponents().withTlsSocketStrategyFactory(bundle -> {
                    isBoots.set(true);
                    return null;
                }));
        close(builder.build(settings.withSslBundle(SslBundle.systemDefault()))); // without a bundle it may not be asked
        return isBoots.get() ? null : builder.build(settings);
    }

    private static void close(HttpComponentsClientHttpConnector connector) {
        try {
            connector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public HttpAsyncClientBuilder builder(HttpClientSettings settings, Consumer<HttpAsyncClientBuilder> pool) {
        AtomicReference<@Nullable Object> ours = new AtomicReference<>();
        AtomicReference<@Nullable HttpAsyncClientBuilder> result = new AtomicReference<>();
        HttpComponentsClientHttpConnectorBuilder first = ClientHttpConnectorBuilder.httpComponents()
                .withDefaultRequestConfigCustomizer(BootClients::leaveToPool)
                .withHttpClientCustomizer(pool.andThen(builder -> ours.set(builder.getConnManager())));
        // Boot's connector starts its client at once; the builder is all that is wanted of it.
        close(customized(first).withHttpClientCustomizer(result::set).build(settings.withSslBundle(null)));
        HttpAsyncClientBuilder builder = Objects.requireNonNull(result.get());
        BootClients.checkManager(ours.get(), builder.getConnManager());
        return builder;
    }

    @SuppressWarnings("unchecked") // LambdaSafe leaves out customizers of other builders
    private HttpComponentsClientHttpConnectorBuilder customized(ClientHttpConnectorBuilder<?> first) {
        ClientHttpConnectorBuilder<?>[] builder = {first};
        LambdaSafe.callbacks(ClientHttpConnectorBuilderCustomizer.class, customizers, first)
                .invoke(customizer -> builder[0] = customizer.customize(builder[0]));
        return BootClients.same(HttpComponentsClientHttpConnectorBuilder.class, builder[0]);
    }
}
