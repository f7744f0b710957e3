package dev.weir.internal.pool;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The two routes of a pool with the most connections, computed at most ten times a second: thousands of callers refused
 * within a second can get the same figures. Thread-safe.
 */
final class LargestRoutes {

    static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Collection<RouteState> busy;

    // Replaced as a whole by a thread that finds it too old.
    private volatile @Nullable Found last;

    /** A route and how many connections it has. */
    record Share(String target, int open, RouteState route) {}

    private record Found(
            long atNanos, @Nullable Share first, @Nullable Share second) {}

    LargestRoutes(Collection<RouteState> busy) {
        this.busy = busy;
    }

    /** Returns the largest except a given one; null if no other has a connection. */
    @SuppressWarnings("ReferenceEquality") // each route is a single object
    @Nullable
    Share except(RouteState route, long nowNanos) {
        Found found = last;
        if (found == null || nowNanos - found.atNanos >= FRESH_NANOS) {
            found = find(nowNanos);
            last = found;
        }
        Share first = found.first;
        return first != null && first.route == route ? found.second : first;
    }

    private Found find(long nowNanos) {
        Share first = null;
        Share second = null;
        for (RouteState route : busy) {
            int open = route.allocated();
            if (open > 0 && (first == null || open > first.open)) {
                second = first;
                first = new Share(route.target(), open, route);
            } else if (open > 0 && (second == null || open > second.open)) {
                second = new Share(route.target(), open, route);
            }
        }
        return new Found(nowNanos, first, second);
    }
}
