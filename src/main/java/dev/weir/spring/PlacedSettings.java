package dev.weir.spring;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;

/**
 * Names settings in findings and errors by their properties and, where these are set, by the place: {@code
 * weir.defaults.max-per-route (class path resource [application.properties] - 3:25)}. Thread-safe.
 */
final class PlacedSettings implements UnaryOperator<String> {

    private final UnaryOperator<String> names;
    private final SetProperties set;
    // No more than there are settings, nicknames and calls in advice; each caller without a connection asks.
    private final ConcurrentMap<String, String> known = new ConcurrentHashMap<>();

    PlacedSettings(UnaryOperator<String> names, SetProperties set) {
        this.names = names;
        this.set = set;
    }

    @Override
    public String apply(String setting) {
        return known.computeIfAbsent(names.apply(setting), this::placed);
    }

    // What no property sets has a name that is none of a property.
    private String placed(String name) {
        Optional<String> place = name.contains(" ") || name.contains("<") || name.contains("=")
                ? Optional.empty()
                : set.find(name).map(property -> place(property.getOrigin()));
        return place.map(where -> name + " (" + where + ")").orElse(name);
    }

    /** Of what has no file and line, such as an argument of the program, the source says enough. */
    private static @Nullable String place(@Nullable Origin origin) {
        if (origin instanceof PropertySourceOrigin source && source.getOrigin() == null) {
            return source.getPropertySource().getName();
        }
        return origin == null ? null : origin.toString();
    }
}
