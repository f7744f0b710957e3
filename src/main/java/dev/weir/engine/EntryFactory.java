package dev.weir.engine;

/**
 * Makes the content of new entries in a pool that shares entries before their connections are established: callers that come
 * during a dial wait for it and begin no other. It is called while the gate of the segment is held, so it must be quick,
 * must not fail and must not call the pool.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public interface EntryFactory<T, C> {

    /**
     * Returns the connection of a new entry. The caller that leases it first establishes it.
     *
     * @param route the route
     * @return the connection
     */
    C connection(T route);

    /**
     * Returns how many callers may use a new entry at once, until that is changed.
     *
     * @param route the route
     * @return the number, at least 1
     */
    int capacity(T route);
}
