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
 * @param routes the routes, by target
 */
public record PoolSnapshot(
        String name, int maxTotal, int leased, int idle, int pending, int dialing, List<RouteSnapshot> routes) {

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
     */
    public PoolSnapshot {
        routes = List.copyOf(routes);
    }
}
