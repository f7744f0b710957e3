package dev.weir.spring;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The last words of all properties, read off the records that they are bound to. */
final class PropertyNames {

    private PropertyNames() {}

    static Set<String> leaves() {
        return leaves(WeirProperties.class).collect(Collectors.toSet());
    }

    private static Stream<String> leaves(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(PropertyNames::leaves);
    }

    private static Stream<String> leaves(RecordComponent component) {
        String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        Stream<String> inner = switch (component.getName()) {
            case "pools" -> leaves(PoolProperties.class);
            case "routes" -> leaves(RouteProperties.class);
            default -> component.getType().isRecord() ? leaves(component.getType()) : Stream.empty();
        };
        return Stream.concat(Stream.of(name), inner);
    }
}
