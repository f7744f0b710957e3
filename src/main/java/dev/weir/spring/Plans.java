package dev.weir.spring;

import org.springframework.boot.http.client.HttpClientSettings;

/** Says what is planned for each pool. Immutable. */
final class Plans {

    private final WeirProperties properties;
    private final HttpClientSettings general;

    Plans(WeirProperties properties, HttpClientSettings general) {
        this.properties = properties;
        this.general = general;
    }

    HttpClientSettings general() {
        return general;
    }

    WeirProperties properties() {
        return properties;
    }

    boolean isConfigured(String pool) {
        return properties.pools().containsKey(pool);
    }

    PoolPlan of(String pool, HttpClientSettings settings) {
        return new PoolPlan(pool, properties, BootTimes.of(general), BootTimes.of(settings));
    }
}
