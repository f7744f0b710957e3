package dev.weir.config;

import java.util.ArrayList;
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

    Draft withRoutes(List<RouteRule> changed) {
        return new Draft(name, transport, pool, changed, companions);
    }

    Draft withoutCompanion(String companion) {
        return new Draft(name, transport, pool, routes, companions.without(companion));
    }

    Scope scope() {
        return new Scope(this, Scope.POOL);
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
        Stream<Scope> rules = IntStream.range(0, routes.size()).mapToObj(index -> new Scope(this, index));
        return Stream.concat(Stream.of(scope()), rules).toList();
    }
}
