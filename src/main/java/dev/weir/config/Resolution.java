package dev.weir.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Works out the value of every knob in one scope: explicit values as they are, defaults so that they fit.
 *
 * <p>Takes any explicit values, also those that break rules, because it also finds the values that would pass.
 */
final class Resolution {
    private final Scope scope;
    private final Map<Knob<?>, Object> values = new HashMap<>();
    private final Map<Knob<?>, String> origins = new HashMap<>();

    private Resolution(Scope scope) {
        this.scope = scope;
    }

    static Resolved of(Scope scope) {
        Resolution resolution = new Resolution(scope);
        Knobs.ALL.forEach(resolution::takeExplicitOrFallback);
        new LimitDefaults(scope).fill(resolution);
        new TimeoutDefaults(scope).fill(resolution);
        new KeepAliveDefaults(scope).fill(resolution);
        new EvictionDefaults(scope).fill(resolution);
        new Http1Defaults(scope).fill(resolution);
        new ReactorDefaults(scope).fill(resolution);
        resolution.fillIn(Knobs.PROTOCOL, scope.draft().transport().usual());
        return new Resolved(new KnobValues(resolution.values), resolution.origins);
    }

    private <T> void takeExplicitOrFallback(Knob<T> knob) {
        T explicit = scope.find(knob);
        if (explicit != null) {
            put(knob, explicit, scope.origin(knob));
        } else if (knob.fallback() != null) {
            put(knob, knob.requiredFallback(), "default");
        }
    }

    private <T> void fillIn(Knob<T> knob, T usual) {
        if (!scope.has(knob)) {
            put(knob, usual, "default");
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
}
