package dev.weir.spring;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

/** Boot's settings for the clients of a group, from {@code spring.http.serviceclient}. Thread-safe. */
final class GroupSettings {

    private final Map<String, HttpClientProperties> groups;
    private final HttpClientSettingsPropertyMapper mapper;

    GroupSettings(Environment environment, @Nullable SslBundles bundles, HttpClientSettings general) {
        // As a map, as Boot does it: names of groups with capitals or dots would be no names of properties.
        this.groups = Binder.get(environment)
                .bind("spring.http.serviceclient", Bindable.mapOf(String.class, HttpClientProperties.class))
                .orElse(Map.of());
        this.mapper = new HttpClientSettingsPropertyMapper(bundles, general);
    }

    HttpClientSettings of(String group) {
        return mapper.map(groups.get(group));
    }
}
