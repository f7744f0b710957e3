package dev.weir.engine;

/**
 * What the owner of a pool knows of its connections and routes. Asked mostly while the gate of a segment is held, so that
 * each response must be quick and must not call the pool, except {@link #trimIdle}.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public interface PoolOwner<T, C> {

    /**
     * Returns the grade of a connection that becomes idle.
     *
     * @param connection the connection
     * @return the grade
     */
    ReuseGrade grade(C connection);

    /**
     * Returns for how long a permission to dial counts. One that is not used in time is assumed to be lost with its caller:
     * it no longer keeps other callers from dialing, though its entry counts towards the limits until it is released.
     *
     * @param route the route
     * @return the time, which must be longer than a dial may take
     */
    default long permissionNanos(T route) {
        return Long.MAX_VALUE;
    }

    /**
     * Returns how many exchanges may be under way on a route.
     *
     * @param route the route
     * @return the limit; zero or less for none
     */
    default int maxInFlight(T route) {
        return 0;
    }

    /**
     * Closes idle entries when there are too many over all routes; {@link SegmentedPool#surplusIdle} returns how many. Run
     * by the thread that released the entry above the limit, without holding a gate.
     */
    default void trimIdle() {}
}
