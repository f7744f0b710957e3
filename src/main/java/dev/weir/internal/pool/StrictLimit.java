package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import org.apache.hc.client5.http.HttpRoute;

/**
 * What {@code http2.strict} makes of the limit of a route: one connection that can be shared, besides those that are being
 * replaced. As many as configured as long as it is known that a connection carries one exchange at a time. Without it, too,
 * there is no further connection to a server that allows nothing on the last one.
 */
final class StrictLimit {

    private StrictLimit() {}

    /** Makes the limit what it has to be at the moment, if the pool is strict. */
    static void keep(RouteState route, StreamSettings settings, SegmentedPool<HttpRoute, ?> store) {
        if (settings.strict()) {
            keepOne(route, settings, store);
        } else if (route.streams().isShut()) {
            int leaving = leaving(route);
            int staying = Math.max(1, route.connections().size() - leaving);
            set(route, Math.min(route.policy().maxConnections, staying + leaving), store);
        }
    }

    private static void keepOne(RouteState route, StreamSettings settings, SegmentedPool<HttpRoute, ?> store) {
        int most = route.policy().maxConnections;
        boolean isShared = route.streams().known() != 1 && !settings.isSingle(route.route());
        int coming = route.succeeding.get() == null ? 0 : 1;
        set(route, isShared ? Math.min(most, 1 + leaving(route) + coming) : most, store);
    }

    private static int leaving(RouteState route) {
        return (int) route.connections().stream()
                .filter(connection -> connection.doom() != null)
                .count();
    }

    /** Makes the limit what is configured. */
    static void lift(RouteState route, SegmentedPool<HttpRoute, ?> store) {
        set(route, route.policy().maxConnections, store);
    }

    private static void set(RouteState route, int limit, SegmentedPool<HttpRoute, ?> store) {
        if (store.getMaxPerRoute(route.route()) != limit) {
            store.setMaxPerRoute(route.route(), limit);
        }
    }
}
