package dev.weir.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All that was said explicitly about a pool, right or wrong; immutable. */
record Draft(String name, Transport transport, KnobValues pool, List<RouteRule> routes, Companions companions) {
    Draft {
        routes = List.copyOf(routes);
    }

    static Draft of(String name, Transport transport) {
        Objects.requireNonNull(name, "name must not be null");
        return new Draft(name, transport, KnobValues.NONE, List.of(), Companions.NONE);
    }

    Draft named(String other) {
        return new Draft(other, transport, pool, routes, companions);
    }

    Draft over(Transport other) {
        return new Draft(name, other, pool, routes, companions);
    }

    Draft withPool(KnobValues values) {
        return new Draft(name, transport, values, routes, companions);
    }

    Draft withRoute(int index, RouteRule rule) {
        List<RouteRule> changed = new ArrayList<>(routes);
        changed.set(index, rule);
        return withRoutes(changed);
    }

    /** The explicit values of a rule, or of the pool. */
    KnobValues valuesAt(int place) {
        return place == Scope.POOL ? pool : routes.get(place).values();
    }

    Draft withValues(int place, KnobValues values) {
        return place == Scope.POOL
                ? withPool(values)
                : withRoute(place, routes.get(place).with(values));
    }

    Draft withRoutes(List<RouteRule> changed) {
        return new Draft(name, transport, pool, changed, companions);
    }

    Draft withoutCompanion(String companion) {
        return new Draft(name, transport, pool, routes, companions.without(companion));
    }

    Scope scope() {
        return new Scope(this, Scope.POOL, List.of());
    }

    /** The scope of a rule, in which those that are more general count as well. */
    Scope scope(int index) {
        return index == Scope.POOL ? scope() : scope(index, patterns());
    }

    /** What counts for an origin: the rules that match it, the most specific first, or those of the pool alone. */
    Scope scope(Target origin) {
        List<Integer> places = IntStream.range(0, routes.size())
                .boxed()
                .filter(place -> routes.get(place).matches(origin))
                .sorted(Comparator.comparing(this::generality))
                .toList();
        return places.isEmpty() ? scope() : new Scope(this, places.get(0), places);
    }

    private Scope scope(int index, List<Integer> patterns) {
        RouteRule own = routes.get(index);
        List<Integer> places = new ArrayList<>(List.of(index));
        patterns.stream()
                .filter(place -> routes.get(place).isMoreGeneralThan(own))
                .forEach(places::add);
        return new Scope(this, index, List.copyOf(places));
    }

    /** Only these can be more general than another rule; few, where there are many rules. The most specific first. */
    private List<Integer> patterns() {
        return IntStream.range(0, routes.size())
                .boxed()
                .filter(place -> routes.get(place).isPattern())
                .sorted(Comparator.comparing(this::generality))
                .toList();
    }

    private int generality(int place) {
        return -routes.get(place).specificity();
    }

    /** Whether it says the same, whatever objects a pool has beside it. */
    boolean saysTheSameAs(Draft other) {
        return name.equals(other.name)
                && transport == other.transport
                && pool.equals(other.pool)
                && routes.equals(other.routes);
    }

    /** The pool's scope, then those of its route rules. */
    List<Scope> scopes() {
        List<Integer> patterns = patterns();
        Stream<Scope> rules = IntStream.range(0, routes.size()).mapToObj(index -> scope(index, patterns));
        return Stream.concat(Stream.of(scope()), rules).toList();
    }
}
