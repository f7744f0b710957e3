package dev.weir.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * All that was said explicitly about a pool, right or wrong; immutable.
 *
 * @param isAsync whether the pool is asynchronous, which decides what protocols it may speak
 * @param pool the values of the pool itself
 * @param objects the objects that a pool is built with beside its settings, by the name of their setter
 * @param flaws values that are wrong by themselves, and that no rule about several values looks at
 */
record Draft(
        String name,
        boolean isAsync,
        Map<Knob<?>, Object> pool,
        List<RouteDraft> routes,
        Map<String, Object> objects,
        Set<Place> flaws) {

    static final String SSL_CONTEXT = "sslContext";

    /** Where a knob is set: in a rule, or for the pool. */
    record Place(int index, Knob<?> knob) {}

    Draft {
        pool = Map.copyOf(pool);
        routes = List.copyOf(routes);
        objects = Map.copyOf(objects);
    }

    static Draft of(String name, boolean isAsync) {
        Objects.requireNonNull(name, "name must not be null");
        return new Draft(name, isAsync, Map.of(), List.of(), Map.of(), Set.of());
    }

    Draft async() {
        return new Draft(name, true, pool, routes, objects, flaws);
    }

    Draft without(Set<Place> flawed) {
        return new Draft(name, isAsync, pool, routes, objects, flawed);
    }

    boolean isFlaw(int index, Knob<?> knob) {
        return !flaws.isEmpty() && flaws.contains(new Place(index, knob));
    }

    boolean has(String object) {
        return objects.containsKey(object);
    }

    @Nullable
    SSLContext sslContext() {
        return (SSLContext) objects.get(SSL_CONTEXT);
    }

    /** The class of an object, as its value in a message; no more, because it may hold secrets. */
    String text(String object) {
        String type =
                Objects.requireNonNull(objects.get(object), object).getClass().getName();
        int lambda = type.indexOf("$$Lambda");
        return lambda < 0 ? type : "a lambda of " + type.substring(0, lambda);
    }

    /** The explicit values of a rule, or of the pool. */
    Map<Knob<?>, Object> valuesAt(int index) {
        return index == Scope.POOL ? pool : routes.get(index).values();
    }

    /** The name of a knob where it is set: {@code timeouts.read}, or {@code route[https://recs].timeouts.read}. */
    String name(Knob<?> knob, int index) {
        return index == Scope.POOL ? knob.name() : prefix(index) + "." + knob.routeName();
    }

    String prefix(int index) {
        return "route[" + routes.get(index).target() + "]";
    }

    /** Whether it says the same, whatever objects a pool has beside it. */
    boolean saysTheSameAs(Draft other) {
        return name.equals(other.name)
                && isAsync == other.isAsync
                && pool.equals(other.pool)
                && routes.equals(other.routes);
    }

    /** How many connections all routes keep together, as far as their rules name an origin. */
    int minIdleOfAll() {
        long sum = 0;
        for (RouteDraft rule : routes) {
            Integer least = rule.isPattern() ? null : Knobs.MIN_IDLE.find(rule.values());
            sum += least == null ? 0 : Math.max(0, least);
        }
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    Scope scope() {
        return Scope.of(this, Scope.POOL, List.of());
    }

    /** What counts for an origin: the rules that match it, the most specific first, or those of the pool alone. */
    Scope scope(Target origin) {
        List<Integer> places = new ArrayList<>();
        for (int index = 0; index < routes.size(); index++) {
            if (routes.get(index).matches(origin)) {
                places.add(index);
            }
        }
        sort(places);
        return places.isEmpty() ? scope() : Scope.of(this, places.get(0), places);
    }

    /** The pool's scope, then those of its route rules, in which rules that are more general count as well. */
    List<Scope> scopes() {
        List<Scope> scopes = new ArrayList<>(List.of(scope()));
        // Only patterns can be more general than another rule; few, where there are many rules.
        List<Integer> patterns = new ArrayList<>();
        for (int index = 0; index < routes.size(); index++) {
            if (routes.get(index).isPattern()) {
                patterns.add(index);
            }
        }
        sort(patterns);
        for (int index = 0; index < routes.size(); index++) {
            List<Integer> places = new ArrayList<>(List.of(index));
            for (int pattern : patterns) {
                if (routes.get(pattern).isMoreGeneralThan(routes.get(index))) {
                    places.add(pattern);
                }
            }
            scopes.add(Scope.of(this, index, places));
        }
        return scopes;
    }

    private void sort(List<Integer> places) {
        if (places.size() > 1) {
            places.sort(Comparator.comparing(index -> -routes.get(index).specificity()));
        }
    }

    List<String> targets() {
        List<String> targets = new ArrayList<>();
        for (RouteDraft rule : routes) {
            targets.add(rule.target());
        }
        return List.copyOf(targets);
    }
}
