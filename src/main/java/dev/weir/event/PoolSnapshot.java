package dev.weir.event;

import java.util.List;

/**
 * A pool at one moment: its limits, its figures, and each of its routes. Immutable. The figures are read one after the other
 * while the pool works, so under load they may differ by what happened in between.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface PoolSnapshot {

    /** {@return the pool's name} */
    String name();

    /** {@return whether the pool took requests; false while it drained, and once it was closed} */
    boolean isOpen();

    /** {@return most connections over all routes} */
    int maxTotal();

    /** {@return connections held by callers} */
    int leased();

    /** {@return connections waiting for their next use} */
    int idle();

    /** {@return callers waiting with neither a connection nor a dial under way} */
    int pending();

    /** {@return connections being established; these, the leased and the idle ones count towards the limit} */
    int dialing();

    /** {@return exchanges under way: of callers that have a connection, or wait for one that is dialed for them} */
    int inFlight();

    /** {@return most exchanges under way over all routes; 0 for no limit} */
    int maxInFlight();

    /** {@return the routes, by target: all that the pool knows, or the busiest if the snapshot was bounded} */
    List<RouteSnapshot> routes();

    /** {@return how many routes of the pool are left out, because the snapshot was bounded} */
    int moreRoutes();

    /**
     * {@return the totals of the routes that are not listed: those left out, and those that the pool has forgotten because
     * there were too many}
     */
    RouteTotals others();
}
