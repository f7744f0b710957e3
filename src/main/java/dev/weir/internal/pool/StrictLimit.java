package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import org.apache.hc.client5.http.HttpRoute;

/**
 * What {@code http2.strict} makes of the limit of a route: one connection that can be shared, besides those that are being
 * replaced. As many as configured as long as it is known that a connection carries one exchange at a time.
 */
final class StrictLimit {

    private StrictLimit() {}

    /** Makes the limit what it has to be at the moment, if the pool is strict. */
    static void keep(RouteState route, StreamSettings settings, SegmentedPool<HttpRoute, ?> store) {
        if (!settings.strict()) {
            return;
        }
        int most = route.policy().maxConnections;
        boolean isShared = route.streams().known() != 1 && !settings.isSingle(route.route());
        int leaving = (int) route.connections().stream()
                .filter(connection -> connection.doom() != null)
                .count();
        int coming = route.succeeding.get() == null ? 0 : 1;
        set(route, isShared ? Math.min(most, 1 + leaving + coming) : most, store);
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
