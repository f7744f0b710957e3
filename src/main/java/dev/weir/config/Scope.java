package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The explicit values that hold for a pool as a whole, or for the origins of one of its route rules, as far as each is right by
 * itself, and where each was said. Immutable.
 *
 * @param layers the most specific rule first, the pool last
 */
record Scope(PoolConfig config, List<Layer> layers, Map<Knob<?>, Object> values) {

    /** What some of the rules say, and the pool. */
    static Scope of(PoolConfig config, List<Layer> rules) {
        List<Layer> layers = new ArrayList<>(rules);
        if (layers.size() > 1) {
            layers.sort(Comparator.comparing(
                    rule -> rule.parsed() == null ? 0 : -rule.parsed().specificity()));
        }
        layers.add(config.pool);
        Map<Knob<?>, Object> values = new HashMap<>();
        for (Layer layer : layers) {
            for (Map.Entry<Knob<?>, Object> each : layer.values().entrySet()) {
                if (each.getKey().allows(each.getValue())) {
                    values.putIfAbsent(each.getKey(), each.getValue());
                }
            }
        }
        return new Scope(config, layers, values);
    }

    /** The pool's scope, then those of its route rules, in which rules that are more general count as well. */
    static List<Scope> all(PoolConfig config) {
        List<Scope> scopes = new ArrayList<>(List.of(of(config, List.of())));
        for (Layer rule : config.rules) {
            List<Layer> rules = new ArrayList<>(config.rules);
            rules.removeIf(other -> !other.isMoreGeneralThan(rule));
            rules.add(rule);
            scopes.add(of(config, rules));
        }
        return scopes;
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
        return config.pool;
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
        return isMarked && has(knob);
    }

    boolean isTrue(Knob<Boolean> knob) {
        return Objects.equals(find(knob), true);
    }

    /** How many connections all routes keep together, as far as their rules name an origin. */
    int minIdleOfAll() {
        long sum = 0;
        for (Layer rule : config.rules) {
            Integer kept = rule.isPattern() ? null : rule.sound(Knobs.MIN_IDLE);
            sum += kept == null ? 0 : kept;
        }
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    String text(Knob<?> knob) {
        return knob.textIn(place(knob).values());
    }

    /** The name of the knob where it is set, as the user writes it. */
    String name(Knob<?> knob) {
        return config.shown(place(knob).name(knob));
    }

    /** The knob with its explicit value: {@code timeouts.read (5s)}. */
    String named(Knob<?> knob) {
        return name(knob) + " (" + text(knob) + ")";
    }

    /** The same after a change of its values, each as if it was set where it is. */
    Scope changed(Consumer<Map<Knob<?>, Object>> change) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        change.accept(changed);
        return new Scope(config, layers, changed);
    }

    /** Works out every value: explicit ones as they are, defaults so that they fit. */
    Defaults.Resolved resolve() {
        return new Defaults(this).resolve();
    }
}
