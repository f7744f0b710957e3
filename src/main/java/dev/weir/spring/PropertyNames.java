package dev.weir.spring;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/** Calls settings as the user would write them: by the property that sets them, or that would. Thread-safe. */
final class PropertyNames {

    private static final Pattern ROUTE = Pattern.compile("route\\[(.*?)]\\.?(.*)");
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9-]+");
    private static final Pattern USER_INFO = Pattern.compile("(?<=//)[^/]*@");
    private static final Map<String, String> BOOTS =
            Map.of("timeouts.connect", "connect-timeout", "timeouts.read", "read-timeout");

    private final Environment environment;
    private final Function<String, PoolMapper> mappers;

    /**
     * Creates the names.
     *
     * @param environment where properties are set
     * @param mappers what the properties say of a pool
     */
    PropertyNames(Environment environment, Function<String, PoolMapper> mappers) {
        this.environment = environment;
        this.mappers = mappers;
    }

    /** What there is, read only where a name is wanted. */
    static final class Known {

        /** The names below a pool, such as {@code timeouts.pool-wait}. */
        static final List<String> OF_POOL = names(WeirProperties.Pool.class).toList();

        /** The names below a route. */
        static final List<String> OF_ROUTE = names(WeirProperties.Route.class).toList();

        private Known() {}
    }

    private static Stream<String> names(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(PropertyNames::names);
    }

    private static Stream<String> names(RecordComponent component) {
        String name = kebab(component.getName());
        return component.getType().isRecord()
                ? names(component.getType()).map(inner -> name + "." + inner)
                : Stream.of(name);
    }

    static String kebab(String setting) {
        return setting.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Returns the name of what a map of ours has for a key; a key with dots stays one word by brackets. */
    static String of(String map, String key) {
        return PLAIN.matcher(key).matches() ? map + "." + key : map + "[" + key + "]";
    }

    /**
     * Returns the property that sets a setting of a pool, the most specific first, or that would set it.
     *
     * @param pool the name in the properties
     * @param setting its name in Java, such as {@code timeouts.poolWait} or {@code route[https://recs].maxConnections}
     * @return the name; the given one if no property is for that setting
     */
    String property(String pool, String setting) {
        String key = key(pool, setting);
        if (key == null) {
            return setting;
        }
        String own = of("weir.pools", pool) + "." + key;
        String ofAll = "weir.defaults." + key;
        String boots = BOOTS.get(setting);
        Stream<String> candidates = boots == null
                ? Stream.of(own, ofAll)
                : Stream.of(
                        own,
                        of("spring.http.serviceclient", pool) + "." + boots,
                        ofAll,
                        "spring.http.clients." + boots);
        return candidates
                .filter(name -> find(name).isPresent())
                .findFirst()
                .orElse(pool.equals(HttpPools.DEFAULT) ? ofAll : own);
    }

    private @Nullable String key(String pool, String setting) {
        Matcher route = ROUTE.matcher(setting);
        if (!route.matches()) {
            String key = kebab(setting);
            return Known.OF_POOL.contains(key) ? key : null;
        }
        String nickname = mappers.apply(pool).nickname(route.group(1)).orElse("<nickname>");
        String rest = route.group(2).isEmpty() ? "target" : kebab(route.group(2));
        return "routes." + nickname + "." + (rest.equals("ssl-context") ? "ssl.bundle" : rest);
    }

    Optional<ConfigurationProperty> find(String name) {
        return find(environment, name);
    }

    /** Finds the value of a property that is in force. */
    private static Optional<ConfigurationProperty> find(Environment environment, String name) {
        if (name.contains("<")) {
            return Optional.empty();
        }
        ConfigurationPropertyName wanted = ConfigurationPropertyName.adapt(name, '.');
        for (var source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(wanted);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Returns the time that a property sets. */
    Optional<Duration> duration(String name) {
        return Optional.ofNullable(Binder.get(environment)
                .bind(ConfigurationPropertyName.adapt(name, '.'), Bindable.of(Duration.class))
                .orElse(null));
    }

    /** Describes a property as {@code name = value (place)}, without what may be secret in an address. */
    static String describe(Environment environment, String name) {
        return find(environment, name).map(PropertyNames::describe).orElse(name);
    }

    static String describe(ConfigurationProperty property) {
        return property.getName() + " = "
                + USER_INFO.matcher(String.valueOf(property.getValue())).replaceAll("***@")
                + (property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")");
    }
}
