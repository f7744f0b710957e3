package dev.weir.engine;

/**
 * Says what a new entry begins with, in a pool whose entries are shared before their connections are established: so callers
 * that come while a dial is under way wait for that one, and begin no other. Called behind the gate of the segment, so
 * that it must be quick, must not fail and must not call the pool.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public interface EntryFactory<T, C> {

    /**
     * Returns the connection of a new entry, which is to be established by the caller that leases it first.
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
