package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.event.CloseCause;
import org.apache.hc.client5.http.HttpRoute;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the idle connections of a route at one moment, least recently used first, which picks those that must close.
 * Besides those whose time is over, those above {@code maxIdle} close at once; of those that were idle throughout the last
 * interval, half close. A single remaining one stays until it was idle for {@code eviction.idle}, so a service that sends a
 * request now and then finds its connection; one that no request has used yet was opened for a future one, and stays, too.
 */
final class IdleSweep {

    private final long nowNanos;
    private int aboveLimit;
    private int unneeded;

    /**
     * Prepares a pass.
     *
     * @param idle idle connections
     * @param maxIdle how many there may be
     * @param minIdle how many must stay
     * @param idleThroughout how many were idle throughout the last interval; 0 within an interval
     */
    IdleSweep(int idle, int maxIdle, int minIdle, int idleThroughout, long nowNanos) {
        this.aboveLimit = Math.max(0, idle - maxIdle);
        this.unneeded = Math.min(idleThroughout / 2, idle - minIdle);
        this.nowNanos = nowNanos;
    }

    /** Sweeps the routes that have connections. Reads the counters first, and asks the store only if there is work. */
    static void run(Routes routes, long nowNanos) {
        routes.prune();
        for (RouteState route : routes.busy()) {
            RoutePolicy policy = route.policy();
            int unneeded = route.idle.unneededFor(policy.intervalNanos, nowNanos);
            IdleSweep sweep = new IdleSweep(route.idle.get(), policy.maxIdle, policy.minIdle, unneeded, nowNanos);
            if (sweep.hasSurplus() || sweep.hasWork(route)) {
                route.sweep(sweep::goes);
            }
        }
    }

    boolean hasSurplus() {
        return aboveLimit > 0 || unneeded > 0;
    }

    private boolean hasWork(RouteState route) {
        return route.idle.get() > 0
                && route.connections().stream().anyMatch(each -> each.isIdle() && retires(each) != null);
    }

    private @Nullable CloseCause retires(PooledConnection connection) {
        return Retirement.ofIdle(connection, connection.route().policy(), nowNanos);
    }

    private boolean goes(Entry<HttpRoute, PooledConnection> entry) {
        PooledConnection connection = entry.connection();
        if (connection == null) {
            return true; // closed by a caller that noticed the end of the pool
        }
        CloseCause cause = retires(connection);
        if (cause == null && takes(connection.uses())) {
            cause = CloseCause.SURPLUS_IDLE;
        }
        if (cause == null) {
            return false;
        }
        gone();
        connection.doom(cause);
        return true;
    }

    /** Tells whether the next connection is surplus. */
    boolean takes(long uses) {
        return aboveLimit > 0 || (unneeded > 0 && uses > 0);
    }

    /** Notes that a connection closes, for this or another reason. */
    void gone() {
        aboveLimit--;
        unneeded--;
    }
}
