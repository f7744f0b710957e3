package dev.weir.spring;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    private static Stream<String> names(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(PropertyNames::names);
    }

    private static Stream<String> names(RecordComponent component) {
        String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        return component.getType().isRecord()
                ? names(component.getType()).map(inner -> name + "." + inner)
                : Stream.of(name);
    }
}
