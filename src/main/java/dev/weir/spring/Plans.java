package dev.weir.spring;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundle;

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

    /** Returns settings with the bundle of the pool, where the client has none of its own. */
    HttpClientSettings keyed(String pool, HttpClientSettings settings, BundleNames bundles) {
        SslBundle own = settings.sslBundle();
        String name = bundle(pool);
        return name == null || (own != null && own != general.sslBundle()) ? settings : bundles.current(settings, name);
    }

    private @Nullable String bundle(String pool) {
        return first(pool, layer -> layer.ssl() == null ? null : layer.ssl().bundle());
    }

    CustomizerNames customizers(String pool) {
        return CustomizerNames.of(pool, properties);
    }

    private <T> @Nullable T first(String pool, Function<PoolProperties, @Nullable T> value) {
        T ofPool = value.apply(properties.pools().getOrDefault(pool, PoolProperties.NONE));
        return ofPool == null ? value.apply(properties.defaults()) : ofPool;
    }

    /** Returns what is to be opened at start. */
    List<WarmUpPlan> warmUps() {
        return Stream.concat(Stream.of(HttpPools.DEFAULT), properties.pools().keySet().stream())
                .distinct()
                .sorted()
                .map(pool -> WarmUpPlan.of(pool, properties))
                .filter(plan -> !plan.targets().isEmpty())
                .toList();
    }

    PoolPlan of(String pool, HttpClientSettings settings) {
        return new PoolPlan(pool, properties, BootTimes.of(general), BootTimes.of(settings));
    }
}
