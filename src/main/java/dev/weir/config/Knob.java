package dev.weir.config;

import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be configured: its name, the type and the lowest of its values, its default, and how its values
 * are written. Equal by identity.
 */
final class Knob<T> {
    private final String name;
    private final String routeName;
    private final Class<T> type;
    private final @Nullable T fallback;
    private final @Nullable T lowest;
    private final Function<? super T, String> format;

    Knob(String name, Class<T> type, @Nullable T fallback, @Nullable T lowest, Function<? super T, String> format) {
        this(name, name, type, fallback, lowest, format);
    }

    Knob(
            String name,
            String routeName,
            Class<T> type,
            @Nullable T fallback,
            @Nullable T lowest,
            Function<? super T, String> format) {
        this.name = name;
        this.routeName = routeName;
        this.type = type;
        this.fallback = fallback;
        this.lowest = lowest;
        this.format = format;
    }

    /** A mark on this knob's value, which users cannot set. */
    Knob<Boolean> mark(String what) {
        return new Knob<>(name + "." + what, Boolean.class, null, null, String::valueOf);
    }

    String name() {
        return name;
    }

    /** The name in a route rule. */
    String routeName() {
        return routeName;
    }

    boolean isCalled(String wanted) {
        return name.equals(wanted) || routeName.equals(wanted);
    }

    /** This knob if its values are of the type, else nothing. */
    @SuppressWarnings("unchecked") // the knob has the type that was compared
    <V> Stream<Knob<V>> as(Class<V> wanted) {
        return type == wanted ? Stream.of((Knob<V>) this) : Stream.empty();
    }

    Class<T> type() {
        return type;
    }

    /** The default, if it does not follow from other knobs. */
    @Nullable
    T fallback() {
        return fallback;
    }

    T requiredFallback() {
        return Objects.requireNonNull(fallback, name);
    }

    /** Whether this is the lowest value that the knob takes. */
    boolean startsAt(T value) {
        return value.equals(lowest);
    }

    String text(T value) {
        return format.apply(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
