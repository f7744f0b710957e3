package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import java.util.HashMap;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the idle connections at one moment, which picks those that must close. It reads the counters first and asks
 * the store only if there is something to do.
 */
final class IdleSweep {

    private final long nowNanos;
    private final Map<RouteState, IdleSurplus> surpluses = new HashMap<>();

    IdleSweep(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    void run(Routes routes, SegmentedPool<HttpRoute, ManagedHttpClientConnection> store) {
        routes.prune();
        routes.busy().forEach(this::count);
        if (!surpluses.isEmpty() || routes.busy().stream().anyMatch(this::hasWork)) {
            store.sweep(this::retireIfDue);
        }
    }

    private void count(RouteState route) {
        RoutePolicy policy = route.policy();
        int idleThroughout = route.idle.unneededFor(policy.intervalNanos, nowNanos);
        IdleSurplus surplus = new IdleSurplus(route.idle.get(), policy.maxIdle, policy.minIdle, idleThroughout);
        if (!surplus.isNone()) {
            surpluses.put(route, surplus);
        }
    }

    private boolean hasWork(RouteState route) {
        if (route.idle.get() == 0) {
            return false;
        }
        for (PooledConnection connection : route.connections()) {
            if (connection.isIdle() && retires(connection) != null) {
                return true;
            }
        }
        return false;
    }

    private @Nullable CloseCause retires(PooledConnection connection) {
        return Retirement.ofIdle(connection, connection.route().policy(), nowNanos);
    }

    // The store shows the least recently used first, so that these are the surplus.
    private boolean retireIfDue(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        PooledConnection connection = (PooledConnection) entry.getConnection();
        if (connection == null) {
            return true; // closed by a caller that noticed the end of the pool
        }
        CloseCause cause = retires(connection);
        IdleSurplus surplus = surpluses.get(connection.route());
        if (cause == null && surplus != null && surplus.takes(connection.uses())) {
            cause = CloseCause.SURPLUS_IDLE;
        }
        if (cause == null) {
            return false;
        }
        if (surplus != null) {
            surplus.gone();
        }
        connection.doom(cause);
        return true;
    }
}
