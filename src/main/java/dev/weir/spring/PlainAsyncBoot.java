package dev.weir.spring;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsHttpAsyncClientBuilder;

/** Boot's settings alone, for blocking clients that speak HTTP/2: Boot has no customizers for these. */
final class PlainAsyncBoot implements AsyncBoot {

    @Override
    public ManagerChoices choices(HttpClientSettings settings) {
        AtomicReference<@Nullable ManagerChoices> choices = new AtomicReference<>();
        new HttpComponentsHttpAsyncClientBuilder()
                .withTlsStrategyFactory(BootsTls::new)
                .withConnectionManagerCustomizer(builder -> choices.set(ManagerChoices.of(builder)))
                .build(settings)
                .close(CloseMode.IMMEDIATE);
        return Objects.requireNonNull(choices.get());
    }

    @Override
    public HttpAsyncClientBuilder builder(HttpClientSettings settings, Consumer<HttpAsyncClientBuilder> pool) {
        AtomicReference<@Nullable Object> ours = new AtomicReference<>();
        AtomicReference<@Nullable HttpAsyncClientBuilder> result = new AtomicReference<>();
        new HttpComponentsHttpAsyncClientBuilder()
                .withDefaultRequestConfigCustomizer(BootClient::leaveToPool)
                .withCustomizer(pool.andThen(each -> ours.set(each.getConnManager())))
                .withCustomizer(result::set)
                .build(settings)
                .close(CloseMode.IMMEDIATE);
        HttpAsyncClientBuilder builder = Objects.requireNonNull(result.get());
        ReplacedConnectionManagerException.check(ours.get(), builder.getConnManager());
        return builder;
    }
}
