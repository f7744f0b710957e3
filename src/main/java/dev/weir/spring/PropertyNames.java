package dev.weir.spring;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names of all properties, read off the records that they are bound to. */
final class PropertyNames {

    private static final Pattern PLAIN = Pattern.compile("[\\w-]+");

    private PropertyNames() {}

    /** Returns the name of what a map has for a key; a key with dots stays one word by brackets. */
    static String of(String map, String key) {
        return PLAIN.matcher(key).matches() ? map + "." + key : map + "[" + key + "]";
    }

    /** Returns the names below a record, such as {@code timeouts.pool-wait}; maps stand for themselves. */
    static List<String> of(Class<?> type) {
        return names(type).toList();
    }

    /** Returns the last words of all names. */
    static Set<String> leaves() {
        return Stream.of(WeirProperties.class, PoolProperties.class, RouteProperties.class)
                .flatMap(PropertyNames::names)
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
    }

    /** Returns what the names of all times end in, in letters alone: {@code leakdetection}, {@code keepalive.max}. */
    static Set<String> times() {
        return Stream.of(WeirProperties.class, PoolProperties.class, RouteProperties.class)
                .flatMap(type -> names(type, component -> component.getType() == Duration.class))
                .map(name -> name.replace("-", "").replaceFirst("^.*\\.(?=[^.]*\\.)", ""))
                .collect(Collectors.toSet());
    }

    /** Returns the records whose values are read, for a native image. */
    static Stream<Class<?>> records() {
        return Stream.of(PoolProperties.class, RouteProperties.class)
                .flatMap(PropertyNames::records)
                .distinct();
    }

    private static Stream<Class<?>> records(Class<?> type) {
        Stream<Class<?>> inner = Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType);
        return Stream.concat(Stream.of(type), inner.filter(Class::isRecord).flatMap(PropertyNames::records));
    }

    /**
     * Reads the values that a record has, by the names of settings, such as {@code timeouts.poolWait}; those that are not
     * set are left out. Values other than settings are among them.
     */
    static Map<String, Object> values(Record properties) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : properties.getClass().getRecordComponents()) {
            Object value = value(component, properties);
            if (value instanceof Record group) {
                values(group).forEach((name, inner) -> values.put(component.getName() + "." + name, inner));
            } else if (value != null) {
                values.put(component.getName(), value);
            }
        }
        return values;
    }

    private static @Nullable Object value(RecordComponent component, Record properties) {
        try {
            return component.getAccessor().invoke(properties);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    private static Stream<String> names(Class<?> type) {
        return names(type, component -> true);
    }

    private static Stream<String> names(Class<?> type, Predicate<RecordComponent> filter) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> names(component, filter));
    }

    private static Stream<String> names(RecordComponent component, Predicate<RecordComponent> filter) {
        String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        if (component.getType().isRecord()) {
            return names(component.getType(), filter).map(inner -> name + "." + inner);
        }
        return filter.test(component) ? Stream.of(name) : Stream.empty();
    }
}
