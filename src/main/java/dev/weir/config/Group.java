package dev.weir.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values of knobs, which can be set as long as they are a builder's.
 *
 * @param <G> the class itself, so that calls can be chained
 */
abstract class Group<G extends Group<G>> {
    final Map<Knob<?>, Object> values;
    /** Those that make two groups equal; none for a builder of more than one group. */
    private final List<Knob<?>> knobs;

    Group(Map<Knob<?>, Object> values, List<Knob<?>> knobs) {
        this.values = values;
        this.knobs = knobs;
    }

    final <T> G set(Knob<T> knob, @Nullable T value) {
        Objects.requireNonNull(value, knob + " must not be null");
        try {
            values.put(knob, value);
        } catch (UnsupportedOperationException e) {
            throw new UnsupportedOperationException("a configuration does not change: set " + knob + " in toBuilder()");
        }
        return self();
    }

    final G setAll(Knob<List<String>> knob, String... words) {
        Objects.requireNonNull(words, knob + " must not be null");
        for (String each : words) {
            Objects.requireNonNull(each, knob + " must not contain null");
        }
        return set(knob, List.of(words));
    }

    @SuppressWarnings("unchecked") // G is the class that extends this one
    final G self() {
        return (G) this;
    }

    /** The value of a configuration; in a builder, the one that was set so far, or the default. */
    final <T> T get(Knob<T> knob) {
        T value = knob.find(values);
        return value == null ? knob.requiredFallback() : value;
    }

    private List<Object> said() {
        return knobs.stream()
                .map(knob -> Objects.requireNonNullElse(values.get(knob), "none"))
                .toList();
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other
                || (!knobs.isEmpty()
                        && other instanceof Group<?> that
                        && knobs.equals(that.knobs)
                        && said().equals(that.said()));
    }

    @Override
    public final int hashCode() {
        return knobs.isEmpty() ? System.identityHashCode(this) : said().hashCode();
    }

    @Override
    public String toString() {
        return knobs.stream()
                .map(knob -> knob + "=" + knob.textIn(values))
                .collect(Collectors.joining(", ", getClass().getSimpleName() + "[", "]"));
    }
}
