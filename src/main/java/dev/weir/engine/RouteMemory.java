package dev.weir.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is known of routes that have no entries at the moment, so that callers do not rush to a dead upstream because
 * its last caller has left. Bounded: of very many routes, those that left first are forgotten. Thread-safe.
 */
final class RouteMemory<T> {

    /** How many routes at least are remembered. */
    static final int LEAST = 1_000;

    // When there are enough new ones, they replace the old, which are forgotten.
    private volatile Map<T, RouteHistory> young = new ConcurrentHashMap<>();
    private volatile Map<T, RouteHistory> old = new ConcurrentHashMap<>();

    void keep(T route, RouteHistory history) {
        Map<T, RouteHistory> now = young;
        now.put(route, history);
        if (now.size() >= LEAST) {
            old = now;
            young = new ConcurrentHashMap<>();
        }
    }

    /** Removes and returns what is known of a route; null for nothing. */
    @Nullable
    RouteHistory recall(T route) {
        RouteHistory kept = young.remove(route);
        return kept != null ? kept : old.remove(route);
    }

    int size() {
        return young.size() + old.size();
    }
}
