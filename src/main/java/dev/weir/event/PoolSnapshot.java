package dev.weir.event;

import java.util.List;

/**
 * A pool at one moment: its limits, what is in it, and each of its routes. Immutable. The figures are read one after the
 * other while the pool goes on, so that under load they may differ by what happened in between.
 *
 * @param name the pool's name
 * @param maxTotal most connections over all routes
 * @param leased connections held by callers
 * @param idle connections waiting for their next use
 * @param pending callers waiting with neither a connection nor a dial under way
 * @param dialing connections being established; leased, idle and these are all that count towards the limit
 * @param routes the routes, by target: all that the pool knows, or the busiest if the snapshot was bounded
 * @param moreRoutes how many routes of the pool are left out, because the snapshot was bounded
 * @param others what those routes did that are not listed: those left out, and those that the pool has forgotten because there were
 *     too many
 */
public record PoolSnapshot(
        String name,
        int maxTotal,
        int leased,
        int idle,
        int pending,
        int dialing,
        List<RouteSnapshot> routes,
        int moreRoutes,
        RouteTotals others) {

    /**
     * Copies the routes.
     *
     * @param name the pool's name
     * @param maxTotal most connections over all routes
     * @param leased connections held by callers
     * @param idle connections waiting for their next use
     * @param pending callers waiting for a connection
     * @param dialing connections being established
     * @param routes the routes
     * @param moreRoutes how many routes are left out
     * @param others what the routes did that are not listed
     */
    public PoolSnapshot {
        routes = List.copyOf(routes);
    }

    /**
     * Describes a pool all of whose routes are listed.
     *
     * @param name the pool's name
     * @param maxTotal most connections over all routes
     * @param leased connections held by callers
     * @param idle connections waiting for their next use
     * @param pending callers waiting for a connection
     * @param dialing connections being established
     * @param routes the routes
     */
    public PoolSnapshot(
            String name, int maxTotal, int leased, int idle, int pending, int dialing, List<RouteSnapshot> routes) {
        this(name, maxTotal, leased, idle, pending, dialing, routes, 0, RouteTotals.NONE);
    }
}
