package dev.weir.internal.pool;

import dev.weir.internal.maintenance.Maintained;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the idle connections of a pool and lets go of those that the server has closed, before a caller gets one and
 * before the half-closed sockets pile up.
 */
final class IdleWatch implements Maintained {

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Looks per visit, so that a large pool does not hold up the others. */
    private static final int MOST_LOOKS = 256;

    private final ConnectionPool pool;

    // Only the maintenance thread uses these.
    private int looks;
    private int found;
    private long pauseNanos;

    IdleWatch(ConnectionPool pool) {
        this.pool = pool;
    }

    @Override
    public long maintain() {
        looks = 0;
        found = 0;
        pauseNanos = LONGEST_PAUSE_NANOS;
        pool.routes().all().forEach(this::look);
        if (found > 0 && !pool.lifecycle().isClosed()) {
            new Sweep(pool.nowNanos()).run(pool.routes(), pool.store());
        }
        return Math.max(SHORTEST_PAUSE_NANOS, pauseNanos);
    }

    private void look(RouteState route) {
        if (route.leased.get() > 0) {
            pauseNanos = SHORTEST_PAUSE_NANOS; // what comes back soon is soon to be looked at
        }
        route.connections().forEach(connection -> look(connection, route.policy()));
    }

    private void look(PooledConnection connection, RoutePolicy policy) {
        if (!connection.isIdle() || !connection.socket().isLookable()) {
            return;
        }
        long nowNanos = pool.nowNanos();
        long leftNanos = connection.socket().nextLookNanos(connection.idleSinceNanos(), policy.intervalNanos, nowNanos);
        if (leftNanos > 0 || looks >= MOST_LOOKS) {
            pauseNanos = Math.min(pauseNanos, leftNanos);
            return;
        }
        looks++;
        if (connection.isSeenClosed(nowNanos)) {
            found++;
        }
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "the idle connections of pool '" + pool.routes().name() + "'";
    }
}
