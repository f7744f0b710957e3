package dev.weir.engine;

import java.util.Objects;
import java.util.concurrent.Future;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Leases and releases the entries of one route of a {@link SegmentedPool}. It remembers the segment of the route, so that
 * callers which keep it do not look the route up for each lease and each release. Thread-safe.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class RouteAccess<T, C extends ModalCloseable> {

    private final SegmentedPool<T, C> pool;
    private final PoolState<T, C> shared;
    private final T route;
    // The one that was found last, by any thread; null until then. One that has not left the pool is that of the route:
    // another is made only after it has.
    private volatile @Nullable Segment<T, C> found;

    RouteAccess(SegmentedPool<T, C> pool, PoolState<T, C> shared, T route) {
        this.pool = pool;
        this.shared = shared;
        this.route = route;
    }

    /**
     * Takes an entry, or waits for one, as {@link SegmentedPool#lease(Object, Object, LeaseTerms, Timeout, FutureCallback)}
     * does.
     *
     * @param state what the connection must be bound to; an entry without a state fits too
     * @param terms the grade that its connection must have
     * @param requestTimeout how long to wait at most; forever if zero or less
     * @param callback receives the result; null for none
     * @return the future of the entry
     * @throws IllegalStateException if the pool is closed
     */
    public Future<PoolEntry<T, C>> lease(
            @Nullable Object state,
            LeaseTerms terms,
            Timeout requestTimeout,
            @Nullable FutureCallback<PoolEntry<T, C>> callback) {
        Objects.requireNonNull(requestTimeout, "requestTimeout");
        Future<PoolEntry<T, C>> future = null;
        while (future == null && !pool.closed) {
            Effects<T, C> effects = new Effects<>(shared.total, CloseMode.GRACEFUL);
            try {
                future = segment().lease(state, terms, requestTimeout, callback, effects);
            } finally {
                shared.distribution.settle(effects);
            }
        }
        if (pool.closed) {
            return pool.late(future);
        }
        if (callback != null && future instanceof Granted<T, C> granted) {
            callback.completed(granted.entry());
        }
        return Objects.requireNonNull(future);
    }

    private Segment<T, C> segment() {
        Segment<T, C> known = found;
        if (known == null || known.gone) {
            known = pool.segment(route);
            found = known;
        }
        return known;
    }

    /**
     * Takes an entry back from its caller.
     *
     * @param entry an entry of the route
     * @param reusable whether others may use it
     */
    public void release(PoolEntry<T, C> entry, boolean reusable) {
        Segment<T, C> known = found;
        if (known == null || known.gone) {
            pool.release(entry, reusable);
            return;
        }
        known.release(entry, reusable, true);
        if (pool.closed) {
            entry.discardConnection(CloseMode.GRACEFUL);
        }
    }
}
