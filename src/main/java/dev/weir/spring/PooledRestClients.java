package dev.weir.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.client.RestClient;

/** Makes builders as Boot does, each on the pool of a name. Thread-safe. */
final class PooledRestClients {

    private final HttpPools pools;
    private final ObjectProvider<RestClient.Builder> builders;

    PooledRestClients(HttpPools pools, ObjectProvider<RestClient.Builder> builders) {
        this.pools = pools;
        this.builders = builders;
    }

    RestClient.Builder builder(String pool) {
        return builders.getObject().apply(pools.restClient(pool));
    }
}
