package dev.weir.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.reactive.function.client.WebClient;

/** Makes builders as Boot does, each on the pool of a name. Thread-safe. */
final class PooledWebClients {

    private final HttpPools pools;
    private final ObjectProvider<WebClient.Builder> builders;

    PooledWebClients(HttpPools pools, ObjectProvider<WebClient.Builder> builders) {
        this.pools = pools;
        this.builders = builders;
    }

    WebClient.Builder builder(String pool) {
        return builders.getObject().apply(pools.webClient(pool));
    }
}
