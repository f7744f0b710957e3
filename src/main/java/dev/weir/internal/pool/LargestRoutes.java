package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.jspecify.annotations.Nullable;

/**
 * The two routes of a pool that have most connections, looked for at most ten times a second: callers that are refused
 * by the thousands in a second can be told the same. Thread-safe.
 */
final class LargestRoutes {

    static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Collection<RouteState> busy;
    private final SegmentedPool<HttpRoute, ManagedHttpClientConnection> store;

    // Replaced as a whole by the thread that finds it too old.
    private volatile @Nullable Found last;

    /** A route and how many connections it has. */
    record Share(String target, int open, RouteState route) {}

    private record Found(
            long atNanos, @Nullable Share first, @Nullable Share second) {}

    LargestRoutes(Collection<RouteState> busy, SegmentedPool<HttpRoute, ManagedHttpClientConnection> store) {
        this.busy = busy;
        this.store = store;
    }

    /** Returns the largest but for one; null if no other has any connection. */
    @SuppressWarnings("ReferenceEquality") // a route is known by one object
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
            int open = store.allocated(route.route());
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
