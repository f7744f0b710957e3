package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that was said explicitly for a pool itself, or for the origins that match a target, right or wrong; immutable.
 *
 * @param given the target as given, user info included: not for messages; null for the pool itself
 * @param sound the values that are right by themselves, so that rules about several values look at them
 */
record Layer(@Nullable String given, Optional<Target> parsed, Map<Knob<?>, Object> values, Map<Knob<?>, Object> sound) {

    private static Layer of(@Nullable String given, Optional<Target> parsed, Map<Knob<?>, Object> values) {
        Map<Knob<?>, Object> sound = new HashMap<>();
        for (Map.Entry<Knob<?>, Object> each : values.entrySet()) {
            if (each.getKey().allows(each.getValue())) {
                sound.put(each.getKey(), each.getValue());
            }
        }
        return new Layer(given, parsed, Map.copyOf(values), sound);
    }

    static Layer ofPool(Map<Knob<?>, Object> values) {
        return of(null, Optional.empty(), values);
    }

    static Layer ofRoute(String target, Map<Knob<?>, Object> values) {
        return of(target, Target.parse(target), values);
    }

    boolean has(Knob<?> knob) {
        return values.containsKey(knob);
    }

    boolean isPool() {
        return given == null;
    }

    /** The target as given, without user info. */
    String target() {
        return PlainText.withoutSecrets(givenTarget());
    }

    String givenTarget() {
        return Objects.requireNonNull(given, "the pool has no target");
    }

    /** The name of the rule in messages: {@code route[https://recs]}. */
    String name() {
        return "route[" + target() + "]";
    }

    /** The name of a knob that is set here: {@code timeouts.read}, or {@code route[https://recs].timeouts.read}. */
    String name(Knob<?> knob) {
        return isPool() ? knob.name() : name() + "." + knob.name(true);
    }

    String origin() {
        return isPool() ? "pool" : "route " + target();
    }

    boolean matches(Target origin) {
        return parsed.isPresent() && parsed.get().matches(origin);
    }

    boolean isPattern() {
        return parsed.isPresent() && parsed.get().isPattern();
    }

    boolean isMoreGeneralThan(Layer other) {
        return isPattern()
                && other.parsed.isPresent()
                && matches(other.parsed.get())
                && specificity() < other.specificity();
    }

    int specificity() {
        return parsed.isPresent() ? parsed.get().specificity() : 0;
    }

    private Map<Knob<?>, Object> settings() {
        Map<Knob<?>, Object> settings = new HashMap<>(values);
        Knobs.OBJECTS.forEach(settings::remove);
        return settings;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Layer that
                && Objects.equals(given, that.given)
                && settings().equals(that.settings());
    }

    @Override
    public int hashCode() {
        return Objects.hash(given, settings());
    }

    @Override
    public String toString() {
        return Knobs.text(values, !isPool());
    }
}
