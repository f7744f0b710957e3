package dev.weir.internal.pool;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The routes that have connections or leases: background work visits only these, so idle routes do not make it more
 * expensive. Thread-safe.
 *
 * <p>No route is overlooked: it first changes its content and then checks whether it is listed here, while {@link #prune}
 * first takes it off the list and then checks its content. One of the two sees the other.
 */
final class BusyRoutes {

    private final Set<RouteState> listed = ConcurrentHashMap.newKeySet();

    void list(RouteState route) {
        listed.add(route);
    }

    Collection<RouteState> all() {
        return Collections.unmodifiableSet(listed);
    }

    /** Drops the routes that have become idle. */
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
