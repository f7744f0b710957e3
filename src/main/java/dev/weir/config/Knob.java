package dev.weir.config;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One thing that can be configured: its name, its default and how its values are written. Equal by identity. */
final class Knob<T> {
    private final String name;
    private final String routeName;
    private final @Nullable T fallback;
    private final Function<? super T, String> format;

    private Knob(String name, String routeName, @Nullable T fallback, Function<? super T, String> format) {
        this.name = name;
        this.routeName = routeName;
        this.fallback = fallback;
        this.format = format;
    }

    static <T> Knob<T> of(String name, @Nullable T fallback, Function<? super T, String> format) {
        return new Knob<>(name, name, fallback, format);
    }

    static <T> Knob<T> of(String name, @Nullable T fallback) {
        return of(name, fallback, String::valueOf);
    }

    /** The same knob where a route rule calls it otherwise. */
    Knob<T> calledOnRoutes(String otherName) {
        return new Knob<>(name, otherName, fallback, format);
    }

    String name() {
        return name;
    }

    String routeName() {
        return routeName;
    }

    /** The default, if it does not follow from other knobs. */
    @Nullable
    T fallback() {
        return fallback;
    }

    T requiredFallback() {
        return Objects.requireNonNull(fallback, name);
    }

    String text(T value) {
        return format.apply(value);
    }

    boolean isIn(String group) {
        return name.startsWith(group + ".");
    }

    @Override
    public String toString() {
        return name;
    }
}
