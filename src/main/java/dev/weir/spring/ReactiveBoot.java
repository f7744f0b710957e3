package dev.weir.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;

/** Boot's settings and the application's customizers of connectors. Needs {@code httpcore5-reactive}. */
final class ReactiveBoot implements AsyncBoot {

    private final UnaryOperator<HttpComponentsClientHttpConnectorBuilder> customizers;

    ReactiveBoot(UnaryOperator<HttpComponentsClientHttpConnectorBuilder> customizers) {
        this.customizers = customizers;
        NonBlockingThreads.register();
    }

    @Override
    public ManagerChoices choices(HttpClientSettings settings) {
        AtomicReference<@Nullable ManagerChoices> choices = new AtomicReference<>();
        build(
                customizers
                        .apply(ClientHttpConnectorBuilder.httpComponents().withTlsSocketStrategyFactory(BootsTls::new))
                        .withConnectionManagerCustomizer(builder -> choices.set(ManagerChoices.of(builder))),
                settings);
        return Objects.requireNonNull(choices.get());
    }

    @Override
    public HttpAsyncClientBuilder builder(HttpClientSettings settings, Consumer<HttpAsyncClientBuilder> pool) {
        AtomicReference<@Nullable Object> ours = new AtomicReference<>();
        AtomicReference<@Nullable HttpAsyncClientBuilder> result = new AtomicReference<>();
        HttpComponentsClientHttpConnectorBuilder first = ClientHttpConnectorBuilder.httpComponents()
                .withDefaultRequestConfigCustomizer(BootClient::leaveToPool)
                .withHttpClientCustomizer(pool.andThen(each -> ours.set(each.getConnManager())));
        build(customizers.apply(first).withHttpClientCustomizer(result::set), settings);
        HttpAsyncClientBuilder builder = Objects.requireNonNull(result.get());
        ReplacedConnectionManagerException.check(ours.get(), builder.getConnManager());
        return builder;
    }

    /** Boot's connector starts its client at once; the builder is all that is wanted of it. */
    private static void build(HttpComponentsClientHttpConnectorBuilder builder, HttpClientSettings settings) {
        try {
            builder.build(settings).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
