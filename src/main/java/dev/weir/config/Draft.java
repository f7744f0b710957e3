package dev.weir.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All that was said explicitly about a pool, right or wrong; immutable. */
record Draft(String name, Transport transport, KnobValues pool, List<RouteRule> routes) {
    Draft {
        routes = List.copyOf(routes);
    }

    static Draft of(String name, Transport transport) {
        Objects.requireNonNull(name, "name must not be null");
        return new Draft(name, transport, KnobValues.NONE, List.of());
    }

    Draft named(String other) {
        return new Draft(other, transport, pool, routes);
    }

    Draft over(Transport other) {
        return new Draft(name, other, pool, routes);
    }

    Draft withPool(KnobValues values) {
        return new Draft(name, transport, values, routes);
    }

    Draft withRoute(int index, RouteRule rule) {
        List<RouteRule> changed = new ArrayList<>(routes);
        changed.set(index, rule);
        return new Draft(name, transport, pool, changed);
    }

    Scope scope() {
        return new Scope(this, Scope.POOL);
    }

    /** The pool's scope, then those of its route rules. */
    List<Scope> scopes() {
        Stream<Scope> rules = IntStream.range(0, routes.size()).mapToObj(index -> new Scope(this, index));
        return Stream.concat(Stream.of(scope()), rules).toList();
    }
}
