package dev.weir.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What a builder has been told so far. Not thread-safe. */
final class KnobSheet {
    private final Map<Knob<?>, Object> values;

    KnobSheet(KnobValues start) {
        this.values = new HashMap<>(start.asMap());
    }

    <T> void set(Knob<T> knob, T value) {
        values.put(knob, Objects.requireNonNull(value, () -> knob.name() + " must not be null"));
    }

    <T> void setOnRoute(Knob<T> knob, T value) {
        values.put(knob, Objects.requireNonNull(value, () -> knob.routeName() + " must not be null"));
    }

    <T> void setByName(Knob<T> knob, Object value) {
        Objects.requireNonNull(value, () -> knob.name() + " must not be null");
        set(knob, knob.cast(value));
    }

    void unset(Knob<?> knob) {
        values.remove(knob);
    }

    KnobValues values() {
        return new KnobValues(values);
    }
}
