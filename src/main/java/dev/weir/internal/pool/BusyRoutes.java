package dev.weir.internal.pool;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The routes that have connections or leases: what maintains connections walks these alone, so that no background
 * work costs more with more routes at rest. Thread-safe.
 *
 * <p>No route is overlooked: it changes what it has before it looks whether it is listed here, and {@link #prune} takes
 * it off the list before it looks what the route has. One of the two sees the other.
 */
final class BusyRoutes {

    private final Set<RouteState> listed = ConcurrentHashMap.newKeySet();

    void list(RouteState route) {
        listed.add(route);
    }

    Collection<RouteState> all() {
        return Collections.unmodifiableSet(listed);
    }

    /** Drops the routes that have come to rest. */
    void prune() {
        listed.forEach(route -> {
            if (route.isAtRest()) {
                drop(route);
            }
        });
    }

    /** Drops a route, unless it turns out to be busy. */
    void drop(RouteState route) {
        listed.remove(route);
        route.unlisted();
    }
}
