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

    /** Whether clients with such settings may come with ever others: they are said in code, not by properties. */
    boolean isFromCode(PoolKey key) {
        return key.isLasting()
                && key.pool().equals(HttpPools.DEFAULT)
                && !key.settings().equals(general.withSslBundle(null));
    }

    PoolPlan of(String pool, HttpClientSettings settings) {
        return new PoolPlan(pool, properties, BootTimes.of(general), BootTimes.of(settings));
    }
}
