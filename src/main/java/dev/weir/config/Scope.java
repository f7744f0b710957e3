package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The explicit values that hold for a pool as a whole, or for the origins of one of its route rules. Immutable. */
final class Scope {
    private final Draft draft;
    /** The most specific first, the pool last. */
    private final List<Layer> layers;

    private final Map<Knob<?>, Object> values;

    private Scope(Draft draft, List<Layer> layers, Map<Knob<?>, Object> values) {
        this.draft = draft;
        this.layers = layers;
        this.values = values;
    }

    /** Merges what some rules and the pool say. */
    static Scope of(Draft draft, List<Layer> rules) {
        List<Layer> layers = new ArrayList<>(rules);
        if (layers.size() > 1) {
            layers.sort(Comparator.comparing(layer -> -layer.specificity()));
        }
        layers.add(draft.pool());
        Map<Knob<?>, Object> values = new HashMap<>();
        for (int i = layers.size() - 1; i >= 0; i--) {
            values.putAll(layers.get(i).sound());
        }
        return new Scope(draft, layers, values);
    }

    Draft draft() {
        return draft;
    }

    /** Whether nothing is explicit. */
    boolean isEmpty() {
        for (Layer layer : layers) {
            if (!layer.values().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    boolean isPool() {
        return own().isPool();
    }

    /** The most specific rule, or the pool. */
    Layer own() {
        return layers.get(0);
    }

    /** Where the value is set that counts: a rule, or the pool, also if it is not set. */
    Layer place(Knob<?> knob) {
        for (Layer layer : layers) {
            if (layer.has(knob)) {
                return layer;
            }
        }
        return draft.pool();
    }

    boolean isFromRoute(Knob<?> knob) {
        return !place(knob).isPool();
    }

    /** Whether an idle limit for more origins, be it for all, gives way to a smaller limit of connections. */
    boolean hasIdleThatGivesWay() {
        Integer idle = find(Knobs.MAX_IDLE);
        Integer limit = find(Knobs.MAX_PER_ROUTE);
        return idle != null
                && limit != null
                && idle > limit
                && layers.indexOf(place(Knobs.MAX_IDLE)) > layers.indexOf(place(Knobs.MAX_PER_ROUTE));
    }

    boolean has(Knob<?> knob) {
        return values.containsKey(knob);
    }

    <T> @Nullable T find(Knob<T> knob) {
        return knob.find(values);
    }

    <T> T get(Knob<T> knob) {
        return knob.get(values);
    }

    /** The explicit time, or null if there is none or it is zero, that is, switched off. */
    @Nullable
    Duration findOn(Knob<Duration> knob) {
        Duration value = find(knob);
        return value == null || value.isZero() ? null : value;
    }

    /** Whether the value in force was meant for clients in general. */
    boolean isAdopted(Knob<?> knob) {
        boolean isMarked = (knob == Timeouts.CONNECT && isTrue(Timeouts.CONNECT_ADOPTED))
                || (knob == Timeouts.READ && isTrue(Timeouts.READ_ADOPTED));
        return isMarked && has(knob) && !isFromRoute(knob);
    }

    boolean isTrue(Knob<Boolean> knob) {
        return Objects.equals(find(knob), true);
    }

    String text(Knob<?> knob) {
        return knob.textIn(place(knob).values());
    }

    String quoted(Knob<?> knob) {
        return knob.quoted(place(knob).values().get(knob));
    }

    /** A knob with a value, as a program sets it. */
    String suggestion(Knob<?> knob, Object value) {
        return draft.set(place(knob).name(knob), knob, value);
    }

    /** The name of the knob where it is set, as the user writes it. */
    String name(Knob<?> knob) {
        return draft.shown(place(knob).name(knob));
    }

    /** The knob with its explicit value: {@code timeouts.read (5s)}. */
    String named(Knob<?> knob) {
        return name(knob) + " (" + text(knob) + ")";
    }

    /** What only values of the pool or of more general rules break is reported there, not again for each of the others. */
    boolean concerns(Knob<?>... knobs) {
        boolean isSetHere = isPool();
        for (Knob<?> knob : knobs) {
            isSetHere |= place(knob).equals(own());
        }
        return isSetHere;
    }

    /** The same with another value, set where the knob was set, or without one. */
    Scope with(Knob<?> knob, @Nullable Object value) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.remove(knob);
        if (value != null) {
            changed.put(knob, value);
        }
        return new Scope(draft, layers, changed);
    }

    /** The same as if nothing but these knobs were set. */
    Scope only(List<Knob<?>> knobs) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.keySet().retainAll(knobs);
        return new Scope(draft, layers, changed);
    }

    /** Works out every value: explicit ones as they are, defaults so that they fit. */
    Defaults.Resolved resolve() {
        return new Defaults(this).resolve();
    }
}
