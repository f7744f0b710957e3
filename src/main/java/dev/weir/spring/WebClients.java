package dev.weir.spring;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/** Keeps the types of {@code WebClient} out of classes that must do without. */
final class WebClients {

    private WebClients() {}

    /** Connects a builder by the bundle of keys that it has already. */
    static Consumer<WebClient.Builder> on(Function<@Nullable SslBundle, ClientHttpConnector> connector) {
        return builder -> {
            builder.clientConnector(connector.apply(PresentBundle.of(builder, "connector")));
            Bypasses.Reactive.mark(builder);
        };
    }

    static ClientHttpConnector connector(Supplier<ClientHttpConnector> first, @Nullable SslBundle bundle) {
        return new PoolConnector(first, bundle);
    }

    static ClientHttpConnector with(AsyncPool pool) {
        return PoolConnector.with(pool);
    }

    static ClientHttpConnector with(PassingPools<AsyncPool> pools, PoolKey key) {
        return new PassingConnector(pools, key);
    }
}
