package dev.weir.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

/** Boot's settings for the clients of a group, from {@code spring.http.serviceclient}. Thread-safe. */
final class GroupSettings {

    private final Environment environment;
    private final HttpClientSettingsPropertyMapper mapper;

    GroupSettings(Environment environment, @Nullable SslBundles bundles, HttpClientSettings general) {
        this.environment = environment;
        this.mapper = new HttpClientSettingsPropertyMapper(bundles, general);
    }

    HttpClientSettings of(String group) {
        HttpClientProperties properties = Binder.get(environment)
                .bind("spring.http.serviceclient." + group, HttpClientProperties.class)
                .orElse(null);
        return mapper.map(properties);
    }
}
