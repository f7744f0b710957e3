package dev.weir.spring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** The properties that were set, with the places where. Thread-safe. */
final class SetProperties {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("weir");
    private static final Pattern USER_INFO = Pattern.compile("^([a-zA-Z][a-zA-Z0-9+.-]*://)?.*@", Pattern.DOTALL);
    private static final Pattern QUERY = Pattern.compile("\\?.*", Pattern.DOTALL);

    private final Environment environment;

    SetProperties(Environment environment) {
        this.environment = environment;
    }

    /** Whether anything but the switch is set; a system property that merely begins like ours does not count. */
    boolean areAnySet() {
        Set<String> needPools = needPools();
        return names().anyMatch(name -> needPools.contains(name.getElement(1, Form.UNIFORM)));
    }

    /** What counts on pools, as names in environment variables are written. */
    static Set<String> needPools() {
        return Arrays.stream(WeirProperties.class.getRecordComponents())
                .map(component -> PoolNames.canonical(component.getName()))
                .filter(name -> !name.equals("enabled"))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether nothing below our prefix is set, not even a misspelled one; quick, because most applications set nothing. */
    boolean areNone() {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source.containsDescendantOf(PREFIX) != ConfigurationPropertyState.ABSENT) {
                return false;
            }
        }
        return true;
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

    /** Describes a property as {@code name = value (place)}, without what may be secret in an address. */
    static String describe(String name, ConfigurationProperty property) {
        String value = isSecret(name) ? "***" : shown(String.valueOf(property.getValue()));
        return name + " = " + value + place(property);
    }

    /** Returns the name of a property, and the place where it is set. */
    static String named(String name, ConfigurationProperty property) {
        return name + place(property);
    }

    private static String place(ConfigurationProperty property) {
        return property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
    }

    /** Whether the value of a property must be shown nowhere: both the name and the password for a proxy. */
    static boolean isSecret(String name) {
        String canonical = PoolNames.canonical(name);
        return canonical.startsWith("weir") && canonical.contains("proxycredentials");
    }

    private static String shown(String value) {
        String withoutUser = USER_INFO.matcher(value).replaceFirst("$1***@");
        return QUERY.matcher(withoutUser).replaceFirst("?***");
    }

    private Stream<ConfigurationPropertySource> sources() {
        return StreamSupport.stream(
                ConfigurationPropertySources.get(environment).spliterator(), false);
    }
}
