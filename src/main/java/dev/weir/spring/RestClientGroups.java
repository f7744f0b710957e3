package dev.weir.spring;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.core.Ordered;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/** Puts each group of HTTP service interfaces on its pool: after Boot's properties, before the application's customizers. */
final class RestClientGroups implements RestClientHttpServiceGroupConfigurer {

    private final HttpPools pools;

    RestClientGroups(HttpPools pools) {
        this.pools = pools;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 20;
    }

    @Override
    public void configureGroups(Groups<RestClient.Builder> all) {
        all.forEachClient((group, client) -> {
            HttpClientSettings settings = pools.settings(group.name());
            client.requestFactory(pools.requestFactory(pools.poolOf(group.name(), settings), settings));
        });
    }
}
