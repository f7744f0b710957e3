package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import java.util.HashMap;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * One walk over the idle connections at one moment, which discards those that must go. Looks without the store's lock
 * first and enters it only if there is something to do.
 */
final class Sweep {

    private final long nowNanos;
    private final Map<RouteState, Integer> kept = new HashMap<>();

    Sweep(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    void run(Routes routes, ConnectionStore store) {
        if (routes.all().stream().anyMatch(this::hasWork)) {
            store.forEachIdle(this::visit);
        }
        routes.forget(nowNanos);
    }

    private boolean hasWork(RouteState route) {
        return route.idle.get() > route.policy().maxIdle
                || route.connections().stream()
                        .anyMatch(connection -> connection.isIdle() && retires(connection) != null);
    }

    private @Nullable CloseCause retires(PooledConnection connection) {
        return Retirement.ofIdle(connection, connection.route().policy(), nowNanos);
    }

    private void visit(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        PooledConnection connection = (PooledConnection) entry.getConnection();
        CloseCause cause = retires(connection);
        // The store shows the most recently used first, so that what exceeds the limit is the least recently used.
        if (cause == null
                && kept.merge(connection.route(), 1, Integer::sum)
                        > connection.route().policy().maxIdle) {
            cause = CloseCause.SURPLUS_IDLE;
        }
        if (cause != null) {
            ConnectionPool.discard(entry, connection, cause);
        }
    }
}
