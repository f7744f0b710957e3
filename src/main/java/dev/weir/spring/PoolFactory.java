package dev.weir.spring;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.PoolSettings;
import dev.weir.event.PoolListener;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;

/** Builds pools by the properties, by Boot's settings and by the customizers of the application. Thread-safe. */
final class PoolFactory {

    private final WeirProperties properties;
    private final HttpClientSettings generalSettings;
    private final UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> customizers;
    private final Supplier<Stream<PoolListener>> listeners;

    PoolFactory(
            WeirProperties properties,
            HttpClientSettings generalSettings,
            UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> customizers,
            Supplier<Stream<PoolListener>> listeners) {
        this.properties = properties;
        this.generalSettings = generalSettings;
        this.customizers = customizers;
        this.listeners = listeners;
    }

    HttpClientSettings generalSettings() {
        return generalSettings;
    }

    boolean isConfigured(String pool) {
        return properties.pools().containsKey(pool);
    }

    /** Builds the pool of blocking clients with some settings. */
    BlockingPool blocking(String name, PoolKey key) {
        BootClient boot = new BootClient(key.settings(), customizers);
        BootChoices choices = boot.choices();
        HttpPoolBuilder builder = HttpPool.builder(name).clientBuilder(boot::builder);
        ManagerChoices manager = choices.manager();
        set(manager.tls(), builder::tlsStrategy);
        set(manager.dns(), builder::dnsResolver);
        apply(key, builder, choices);
        listeners.get().forEach(builder::listener);
        return BlockingPool.of(builder.build(), boot.requestFactory());
    }

    private void apply(PoolKey key, PoolSettings<?> builder, BootChoices choices) {
        customized(builder, choices.manager());
        builder.cookies(choices.keepsCookies());
        BootTimes general = BootTimes.of(generalSettings);
        times(key, general, BootTimes.of(key.settings()).differingFrom(general)).apply(builder);
        new PoolMapper(layers(key.pool())).apply(builder);
    }

    private ClientTimes times(PoolKey key, BootTimes general, BootTimes specific) {
        return ClientTimes.of(properties.defaults(), pool(key.pool()), general, specific);
    }

    private List<PoolProperties> layers(String pool) {
        return List.of(properties.defaults(), pool(pool));
    }

    private PoolProperties pool(String name) {
        return properties.pools().getOrDefault(name, PoolProperties.NONE);
    }

    /** What customizers in the code of the application set; properties beat them. */
    private static void customized(PoolSettings<?> builder, ManagerChoices manager) {
        if (manager.maxTotal() > 0) {
            builder.maxTotal(manager.maxTotal());
        }
        if (manager.maxPerRoute() > 0) {
            builder.maxPerRoute(manager.maxPerRoute());
        }
        ConnectionConfig connection = manager.connection();
        if (connection != null) {
            time(connection.getTimeToLive(), time -> builder.eviction(sheet -> sheet.maxLifetime(time)));
            time(connection.getValidateAfterInactivity(), time -> builder.eviction(sheet -> sheet.validateAfter(time)));
        }
    }

    private static void time(@Nullable TimeValue value, Consumer<Duration> setter) {
        if (value != null && value.getDuration() > 0) {
            setter.accept(value.toDuration());
        }
    }

    private static <T> void set(@Nullable T value, Consumer<? super T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
