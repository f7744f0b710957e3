package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** The properties that somebody set, with the places where. Thread-safe. */
final class SetProperties {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("weir");
    private static final ConfigurationPropertyName ENABLED = PREFIX.append("enabled");

    private final Environment environment;

    SetProperties(Environment environment) {
        this.environment = environment;
    }

    /** Whether anything but the switch is set. */
    boolean areAnySet() {
        return names().anyMatch(name -> !name.equals(ENABLED));
    }

    /** The names of ours, each once. */
    Stream<ConfigurationPropertyName> names() {
        List<ConfigurationPropertyName> names = new ArrayList<>();
        sources()
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .map(IterableConfigurationPropertySource.class::cast)
                .forEach(source -> source.stream().filter(PREFIX::isAncestorOf).forEach(names::add));
        return names.stream().distinct();
    }

    /** Finds the value in force. */
    Optional<ConfigurationProperty> find(String name) {
        return find(ConfigurationPropertyName.adapt(name, '.'));
    }

    Optional<ConfigurationProperty> find(ConfigurationPropertyName name) {
        return sources()
                .map(source -> Optional.ofNullable(source.getConfigurationProperty(name)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Describes a property as {@code name = value (place)}. */
    static String describe(String name, ConfigurationProperty property) {
        String place = property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        return name + " = " + property.getValue() + place;
    }

    private Stream<ConfigurationPropertySource> sources() {
        return StreamSupport.stream(
                ConfigurationPropertySources.get(environment).spliterator(), false);
    }
}
