package dev.weir.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of routes that have no entries at the moment: so that a dead upstream is not stormed by the next callers
 * because its last one has left. Bounded: of very many routes the ones that left first are forgotten. Thread-safe.
 */
final class RouteMemory<T> {

    /** How many routes at least are remembered. */
    static final int LEAST = 1_000;

    // The young become the old when there are enough of them; the old are forgotten then.
    private volatile Map<T, RouteHistory> young = new ConcurrentHashMap<>();
    private volatile Map<T, RouteHistory> old = new ConcurrentHashMap<>();

    void keep(T route, RouteHistory history) {
        try {
            put(route, history);
        } catch (OutOfMemoryError e) {
            // It will be learned again; a thread that leaves must not be hindered.
        }
    }

    private void put(T route, RouteHistory history) {
        Map<T, RouteHistory> now = young;
        now.put(route, history);
        if (now.size() >= LEAST) {
            old = now;
            young = new ConcurrentHashMap<>();
        }
    }

    /** Takes out what is known of a route; null for nothing. */
    @Nullable
    RouteHistory recall(T route) {
        RouteHistory kept = young.remove(route);
        return kept != null ? kept : old.remove(route);
    }

    int size() {
        return young.size() + old.size();
    }
}
