package dev.weir.internal.pool;

import java.util.function.IntSupplier;

/**
 * The limit of a route under {@code http2.strict}: one shareable connection, besides those being replaced; as many as
 * configured while connections are known to carry one exchange at a time. Even without it, there is no further connection to
 * a server that allows nothing on the last one.
 */
final class StrictLimit {

    private StrictLimit() {}

    /** Returns the current limit of a route, given how many entries it has. */
    static int of(RouteState route, StreamSettings settings, IntSupplier entries) {
        int most = route.policy().maxConnections;
        if (settings.strict()) {
            return isShared(route, settings) ? Math.min(most, 1 + leaving(route) + coming(route)) : most;
        }
        if (route.streams().isShut()) {
            // Never below the present number: connections would be closed and dialed in turns.
            return Math.min(most, Math.max(1 + leaving(route) + open(route), entries.getAsInt()));
        }
        return most;
    }

    private static boolean isShared(RouteState route, StreamSettings settings) {
        return route.streams().known() != 1
                && !settings.over(route.policy().protocol).isSingle(route.route());
    }

    private static int coming(RouteState route) {
        return route.replacing.get() == null ? 0 : 1;
    }

    // Connections that admit a caller say nothing about the next.
    private static int open(RouteState route) {
        return (int) route.connections().stream()
                .filter(connection -> connection.doom() == null)
                .filter(connection -> SharedTransport.of(connection).seats() > 0)
                .count();
    }

    private static int leaving(RouteState route) {
        return (int) route.connections().stream()
                .filter(connection -> connection.doom() != null)
                .count();
    }
}
