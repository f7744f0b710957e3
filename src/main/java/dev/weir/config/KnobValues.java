package dev.weir.config;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values of some of the knobs; immutable. */
final class KnobValues {
    static final KnobValues NONE = new KnobValues(Map.of());

    private final Map<Knob<?>, Object> values;

    KnobValues(Map<? extends Knob<?>, ?> values) {
        this.values = Map.copyOf(values);
    }

    /** The one unchecked cast: {@link #with} and {@link KnobSheet#set} let only a knob's own type in. */
    @SuppressWarnings("unchecked")
    <T> @Nullable T find(Knob<T> knob) {
        return (T) values.get(knob);
    }

    <T> T get(Knob<T> knob) {
        return Objects.requireNonNull(find(knob), knob.name());
    }

    boolean has(Knob<?> knob) {
        return values.containsKey(knob);
    }

    <T> KnobValues with(Knob<T> knob, T value) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.put(knob, value);
        return new KnobValues(changed);
    }

    KnobValues without(Knob<?> knob) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.remove(knob);
        return new KnobValues(changed);
    }

    KnobValues only(Collection<? extends Knob<?>> kept) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.keySet().retainAll(kept);
        return new KnobValues(changed);
    }

    <T> String text(Knob<T> knob) {
        T value = find(knob);
        return value == null ? "none" : knob.text(value);
    }

    /** Lists those of some knobs that have a value, in the order of these. */
    String text(List<Knob<?>> knobs) {
        return knobs.stream()
                .filter(values::containsKey)
                .map(knob -> knob + "=" + text(knob))
                .collect(Collectors.joining(", "));
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    Map<Knob<?>, Object> asMap() {
        return values;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KnobValues that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }
}
