package dev.weir.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All that was said explicitly about a pool, right or wrong; immutable.
 *
 * @param isAsync whether the pool is asynchronous, which decides what protocols it may speak
 * @param pool what was said for the pool itself
 * @param names how the user of a framework writes the name of a setting; null for users of the builder
 */
record Draft(
        String name,
        boolean isAsync,
        Layer pool,
        List<Layer> routes,
        @Nullable UnaryOperator<String> names) {

    Draft {
        routes = List.copyOf(routes);
    }

    static Draft of(String name, boolean isAsync) {
        Objects.requireNonNull(name, "name must not be null");
        return new Draft(name, isAsync, Layer.ofPool(Map.of()), List.of(), null);
    }

    /** The pool, and each route rule. */
    List<Layer> layers() {
        List<Layer> layers = new ArrayList<>(List.of(pool));
        layers.addAll(routes);
        return layers;
    }

    /** The name of a setting as the user writes it. */
    String shown(String name) {
        return names == null ? name : names.apply(name);
    }

    /** A setting with a value, as the user writes it. */
    String set(String name, Knob<?> knob, Object value) {
        return names == null ? name + "(" + knob.quoted(value) + ")" : names.apply(name) + "=" + knob.text(value);
    }

    /** What makes two of them say the same, whatever objects a pool has beside it. */
    List<Object> said() {
        return List.of(name, isAsync, pool, routes);
    }

    /** How many connections all routes keep together, as far as their rules name an origin. */
    int minIdleOfAll() {
        long sum = 0;
        for (Layer rule : routes) {
            Integer least = rule.isPattern() ? null : Knobs.MIN_IDLE.find(rule.sound());
            sum += least == null ? 0 : least;
        }
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    Scope scope() {
        return Scope.of(this, List.of());
    }

    /** What counts for an origin: the rules that match it, and the pool. */
    Scope scope(Target origin) {
        List<Layer> rules = new ArrayList<>(routes);
        rules.removeIf(rule -> !rule.matches(origin));
        return Scope.of(this, rules);
    }

    /** The pool's scope, then those of its route rules, in which rules that are more general count as well. */
    List<Scope> scopes() {
        List<Scope> scopes = new ArrayList<>(List.of(scope()));
        for (Layer rule : routes) {
            List<Layer> rules = new ArrayList<>(routes);
            rules.removeIf(other -> !other.isMoreGeneralThan(rule));
            rules.add(rule);
            scopes.add(Scope.of(this, rules));
        }
        return scopes;
    }
}
