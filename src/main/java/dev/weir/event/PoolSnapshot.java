package dev.weir.event;

import java.util.List;

/**
 * A pool at one moment: its limits, its figures, and each of its routes. Immutable. The figures are read one after the other
 * while the pool works, so under load they may differ by what happened in between. Components may be added: programs do not
 * construct it.
 *
 * @param name the pool's name
 * @param maxTotal most connections over all routes
 * @param leased connections held by callers
 * @param idle connections waiting for their next use
 * @param pending callers waiting with neither a connection nor a dial under way
 * @param dialing connections being established; these, the leased and the idle ones count towards the limit
 * @param routes the routes that the pool knows, by target
 */
public record PoolSnapshot(
        String name, int maxTotal, int leased, int idle, int pending, int dialing, List<RouteSnapshot> routes) {

    /** Keeps a copy of the list. */
    public PoolSnapshot {
        routes = List.copyOf(routes);
    }
}
