package dev.weir.spring;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/** Keeps the types of {@code WebClient} out of classes that must do without. */
final class WebClients {

    private WebClients() {}

    static Consumer<WebClient.Builder> on(ClientHttpConnector connector) {
        return builder -> builder.clientConnector(connector);
    }

    static ClientHttpConnector connector(Supplier<ClientHttpConnector> first) {
        return new PoolConnector(first);
    }

    static ClientHttpConnector with(AsyncPool pool) {
        return PoolConnector.with(pool);
    }

    static ClientHttpConnector with(PassingPools<AsyncPool> pools, PoolKey key) {
        return new PassingConnector(pools, key);
    }
}
