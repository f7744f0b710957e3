package dev.weir.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** The values that hold in one scope as far as they are settled, and where each came from. Not thread-safe. */
final class Resolution {
    private final Scope scope;
    private final Map<Knob<?>, Object> values = new HashMap<>();
    private final Map<Knob<?>, String> origins = new HashMap<>();

    Resolution(Scope scope) {
        this.scope = scope;
    }

    <T> void takeExplicitOrFallback(Knob<T> knob) {
        T explicit = scope.find(knob);
        if (explicit != null) {
            put(knob, explicit, scope.origin(knob));
        } else if (knob.fallback() != null) {
            put(knob, knob.requiredFallback(), "default");
        }
    }

    /** Settles a knob, unless it is explicit. */
    <T> void fill(Knob<T> knob, T value, String origin) {
        if (!scope.has(knob)) {
            put(knob, value, origin);
        }
    }

    /** Settles a knob, unless it is explicit, and returns what holds. */
    <T extends Comparable<? super T>> T settle(Knob<T> knob, Supplier<Yielding<T>> fitting) {
        if (!scope.has(knob)) {
            Yielding<T> settled = fitting.get();
            put(knob, settled.value(), settled.origin());
        }
        return get(knob);
    }

    <T> void put(Knob<T> knob, T value, String origin) {
        values.put(knob, value);
        origins.put(knob, origin);
    }

    /** The one unchecked cast: {@link #put} lets only a knob's own type in. */
    @SuppressWarnings("unchecked")
    <T> T get(Knob<T> knob) {
        return (T) Objects.requireNonNull(values.get(knob), knob.name());
    }

    /** A settled knob as a cause in a text: by its name where it was set, else by its plain name. */
    <T> String cause(Knob<T> knob) {
        return scope.name(knob) + " = " + knob.text(get(knob));
    }

    Resolved resolved() {
        return new Resolved(new KnobValues(values), origins);
    }
}
