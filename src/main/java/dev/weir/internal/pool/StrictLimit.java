package dev.weir.internal.pool;

import java.util.function.IntSupplier;

/**
 * What {@code http2.strict} makes of the limit of a route: one connection that can be shared, besides those that are being
 * replaced. As many as configured as long as it is known that a connection carries one exchange at a time. Without it, too,
 * there is no further connection to a server that allows nothing on the last one.
 */
final class StrictLimit {

    private StrictLimit() {}

    /** Tells whether it is another one than what is configured, or may be. */
    static boolean applies(RouteState route, StreamSettings settings) {
        return settings.strict() || route.streams().isShut();
    }

    /** Returns what the limit of a route has to be at the moment, given how many entries it has. */
    static int of(RouteState route, StreamSettings settings, IntSupplier entries) {
        int most = route.policy().maxConnections;
        if (settings.strict()) {
            return isShared(route, settings) ? Math.min(most, 1 + leaving(route) + coming(route)) : most;
        }
        if (route.streams().isShut()) {
            // Never below what is there: connections would be closed and dialed in turns.
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

    // Those that let a caller in say nothing of the next.
    private static int open(RouteState route) {
        return (int) route.connections().stream()
                .filter(connection -> connection.doom() == null)
                .filter(connection -> ((SharedTransport) connection.delegate).seats() > 0)
                .count();
    }

    private static int leaving(RouteState route) {
        return (int) route.connections().stream()
                .filter(connection -> connection.doom() != null)
                .count();
    }
}
