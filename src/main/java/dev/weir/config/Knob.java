package dev.weir.config;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One thing that can be configured: its name, the type and the lowest of its values, and its default. Equal by identity. */
final class Knob<T> {
    private final String name;
    private final String routeName;
    private final KnobType<T> type;
    private final @Nullable T fallback;
    private final @Nullable T lowest;

    Knob(String name, String routeName, KnobType<T> type, @Nullable T fallback, @Nullable T lowest) {
        this.name = name;
        this.routeName = routeName;
        this.type = type;
        this.fallback = fallback;
        this.lowest = lowest;
    }

    /** A mark on this knob's value, which users cannot set. */
    Knob<Boolean> mark(String what) {
        String full = name + "." + what;
        return new Knob<>(full, full, KnobType.of(Boolean.class, String::valueOf), null, null);
    }

    String name() {
        return name;
    }

    /** The name in a route rule. */
    String routeName() {
        return routeName;
    }

    /** This knob if its values are of the type, else nothing. */
    @SuppressWarnings("unchecked") // the knob has the type that was compared
    <V> Stream<Knob<V>> as(Class<V> wanted) {
        return type.type() == wanted ? Stream.of((Knob<V>) this) : Stream.empty();
    }

    boolean isNumber() {
        return Number.class.isAssignableFrom(type.type());
    }

    /** Returns a value that came without its type, if this knob takes it. */
    T cast(Object value) {
        if (!type.has(value)) {
            throw new IllegalArgumentException(
                    name + " takes a " + type + ", but was " + value.getClass().getName());
        }
        return type.cast(value);
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
        return type.format().apply(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
