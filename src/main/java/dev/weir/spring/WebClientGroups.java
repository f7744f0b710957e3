package dev.weir.spring;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * Puts each group of HTTP service interfaces that has a pool or settings of its own on its pool. After Boot's customizer,
 * which puts the connector of all clients back and loses the settings of the group (spring-boot#49279).
 */
final class WebClientGroups implements WebClientHttpServiceGroupConfigurer {

    private final HttpPools pools;

    WebClientGroups(HttpPools pools) {
        this.pools = pools;
    }

    @Override
    public int getOrder() {
        return 10;
    }

    @Override
    public void configureGroups(Groups<WebClient.Builder> all) {
        all.forEachClient((group, client) -> {
            HttpClientSettings settings = pools.settings(group.name());
            String pool = pools.poolOf(group.name(), settings);
            if (!pool.equals(HttpPools.DEFAULT)) {
                client.clientConnector(pools.connector(pool, settings));
            }
        });
    }
}
