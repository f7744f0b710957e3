package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that was said explicitly for a pool itself, or for the origins that match a target, right or wrong; immutable.
 *
 * @param given the target as given, user info included: not for messages; null for the pool itself
 * @param parsed the target; null for the pool itself, and for a text that is none
 */
record Layer(@Nullable String given, @Nullable Target parsed, Map<Knob<?>, Object> values) {

    static Layer of(@Nullable String given, Map<Knob<?>, Object> values) {
        return new Layer(given, given == null ? null : Target.parse(given), Map.copyOf(values));
    }

    boolean has(Knob<?> knob) {
        return values.containsKey(knob);
    }

    /** The explicit value, if it is right by itself: rules about several values, and defaults, look at no others. */
    <T> @Nullable T sound(Knob<T> knob) {
        T value = knob.find(values);
        return value != null && knob.allows(value) ? value : null;
    }

    boolean isPool() {
        return given == null;
    }

    /** The target as given, without user info. */
    String target() {
        return PlainText.withoutSecrets(Objects.requireNonNull(given, "the pool has no target"));
    }

    /** The name of the rule in messages: {@code route[https://recs]}. */
    String name() {
        return "route[" + target() + "]";
    }

    /** The name of a knob that is set here: {@code timeouts.read}, or {@code route[https://recs].timeouts.read}. */
    String name(Knob<?> knob) {
        return (isPool() ? "" : name() + ".") + knob.name(!isPool());
    }

    String origin() {
        return isPool() ? "pool" : "route " + target();
    }

    boolean isPattern() {
        return parsed != null && parsed.isPattern();
    }

    boolean isMoreGeneralThan(Layer other) {
        return parsed != null
                && other.parsed != null
                && parsed.matches(other.parsed)
                && parsed.specificity() < other.parsed.specificity();
    }

    /** The settings by their names in a pool, or in a route rule. */
    @Override
    public String toString() {
        return Knobs.ALL.stream()
                .filter(values::containsKey)
                .map(knob -> knob.name(!isPool()) + "=" + knob.textIn(values))
                .collect(Collectors.joining(", "));
    }
}
