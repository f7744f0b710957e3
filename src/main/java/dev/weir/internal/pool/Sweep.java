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
 * One walk over the idle connections at one moment, which picks those that must go. Looks at the books first and asks the
 * store only if there is something to do.
 */
final class Sweep {

    private final long nowNanos;
    // Idle connections above maxIdle; counted down as they go.
    private final Map<RouteState, Integer> surplus = new HashMap<>();

    Sweep(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    void run(Routes routes, SegmentedPool<HttpRoute, ManagedHttpClientConnection> store) {
        routes.all().forEach(this::count);
        if (!surplus.isEmpty() || routes.all().stream().anyMatch(this::hasWork)) {
            store.sweep(this::mustGo);
        }
        routes.forget(nowNanos);
    }

    private void count(RouteState route) {
        int above = route.idle.get() - route.policy().maxIdle;
        if (above > 0) {
            surplus.put(route, above);
        }
    }

    private boolean hasWork(RouteState route) {
        return route.connections().stream().anyMatch(connection -> connection.isIdle() && retires(connection) != null);
    }

    private @Nullable CloseCause retires(PooledConnection connection) {
        return Retirement.ofIdle(connection, connection.route().policy(), nowNanos);
    }

    // The store shows the least recently used first, so that these are the ones above the limit.
    private boolean mustGo(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        PooledConnection connection = (PooledConnection) entry.getConnection();
        CloseCause cause = retires(connection);
        int above = surplus.getOrDefault(connection.route(), 0);
        if (cause == null && above > 0) {
            cause = CloseCause.SURPLUS_IDLE;
        }
        if (cause != null) {
            surplus.put(connection.route(), above - 1);
            connection.doom(cause);
        }
        return cause != null;
    }
}
