package dev.weir.spring;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.cookie.StandardCookieSpec;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * How Boot builds an HttpClient for some settings, with the customizers of the application: everything that is not the
 * pool's is left to it. Thread-safe.
 */
final class BootClient {

    private final HttpClientSettings settings;
    private final UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> customizers;
    private final AtomicReference<@Nullable HttpComponentsClientHttpRequestFactory> factory = new AtomicReference<>();

    BootClient(HttpClientSettings settings, UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> customizers) {
        this.settings = settings;
        this.customizers = customizers;
    }

    /** Lets Boot build a client that is never used, and notes what was decided for it. */
    BootChoices choices() {
        AtomicReference<@Nullable ManagerChoices> manager = new AtomicReference<>();
        AtomicReference<RequestConfig.@Nullable Builder> request = new AtomicReference<>();
        customizers
                .apply(ClientHttpRequestFactoryBuilder.httpComponents())
                .withConnectionManagerCustomizer(builder -> manager.set(ManagerChoices.of(builder)))
                .withDefaultRequestConfigCustomizer(request::set)
                .build(settings);
        RequestConfig config = Objects.requireNonNull(request.get()).build();
        boolean keepsCookies = StandardCookieSpec.STRICT.equals(config.getCookieSpec());
        return new BootChoices(Objects.requireNonNull(manager.get()), keepsCookies);
    }

    /** Lets Boot begin the builder of a client, with the pool's part before that of the application's customizers. */
    HttpClientBuilder builder(Consumer<HttpClientBuilder> pool) {
        AtomicReference<@Nullable Object> ours = new AtomicReference<>();
        AtomicReference<@Nullable HttpClientBuilder> result = new AtomicReference<>();
        HttpComponentsClientHttpRequestFactoryBuilder first = ClientHttpRequestFactoryBuilder.httpComponents()
                .withDefaultRequestConfigCustomizer(BootClient::leaveToPool)
                .withHttpClientCustomizer(pool.andThen(builder -> ours.set(builder.getConnManager())));
        factory.set(
                customizers.apply(first).withHttpClientCustomizer(result::set).build(settings));
        HttpClientBuilder builder = Objects.requireNonNull(result.get());
        ReplacedConnectionManagerException.check(ours.get(), builder.getConnManager());
        return builder;
    }

    // The pool decides for each route how long a request waits for its connection, and proxies refuse the upgrade.
    static void leaveToPool(RequestConfig.Builder config) {
        config.setConnectionRequestTimeout(Timeout.DISABLED).setProtocolUpgradeEnabled(false);
    }

    /** Hands over the request factory that Boot built along with the client: the pool must not hold on to who uses it. */
    HttpComponentsClientHttpRequestFactory requestFactory() {
        return Objects.requireNonNull(factory.getAndSet(null), "factory");
    }
}
