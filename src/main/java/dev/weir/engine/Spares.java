package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * Takes places of a {@link SegmentedPool} that no caller has asked for, where that takes nothing from any caller.
 * Thread-safe.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class Spares<T, C extends ModalCloseable> {

    private final SegmentedPool<T, C> pool;

    Spares(SegmentedPool<T, C> pool) {
        this.pool = pool;
    }

    /**
     * Adds an entry that no caller has asked for, if that takes nothing from any caller: there is room under both limits,
     * no caller waits for a place, and one more dial may be under way; after one that failed, one by itself. The dial is to
     * be begun; a caller that comes while it is under way may wait for it.
     *
     * @param route the route
     * @param connection the connection to be dialed
     * @return the entry, whose end of dial must be told by {@link SegmentedPool#dialed} or {@link
     *     SegmentedPool#dialFailed}; null if there is none, so that the connection is not needed
     */
    public @Nullable PoolEntry<T, C> take(T route, C connection) {
        return pool.closed ? null : kept(pool.segment(route).spare(connection));
    }

    // The pool was closed meanwhile, perhaps too early to see the segment that was made for it.
    private @Nullable PoolEntry<T, C> kept(@Nullable PoolEntry<T, C> spare) {
        if (pool.closed) {
            pool.close(CloseMode.GRACEFUL);
        }
        return spare;
    }

    /**
     * Leases a new entry, though others may have room, on the terms of {@link #take}: in a pool whose entries are shared
     * from the start. Callers that come while it is dialed may share it.
     *
     * @param route the route
     * @return the entry, to be dialed and released by the caller; null if there is none
     */
    public @Nullable PoolEntry<T, C> lease(T route) {
        return pool.closed ? null : kept(pool.segment(route).extra());
    }
}
