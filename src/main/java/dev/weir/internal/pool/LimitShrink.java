package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;

/** Picks idle connections until the rest fits under lowered limits. */
final class LimitShrink {

    private final Map<RouteState, Integer> excess = new HashMap<>();
    private int totalExcess;

    LimitShrink(
            SegmentedPool<HttpRoute, ManagedHttpClientConnection> store, int maxTotal, Collection<RouteState> routes) {
        totalExcess = -maxTotal;
        for (RouteState route : routes) {
            // Not the leases: several may share a connection, and a dial may be without a caller.
            int allocated = store.allocated(route.route());
            totalExcess += allocated;
            excess.put(route, allocated - route.policy().maxConnections);
        }
    }

    /** Tells whether there are more connections than the whole pool may have. */
    boolean isAboveTotal() {
        return totalExcess > 0;
    }

    boolean retireExcess(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        PooledConnection connection = (PooledConnection) entry.getConnection();
        if (connection == null) {
            return true; // closed by a caller that noticed the end of the pool
        }
        RouteState route = connection.route();
        boolean isExcess = totalExcess > 0 || excess.getOrDefault(route, 0) > 0;
        if (isExcess) {
            totalExcess--;
            excess.merge(route, -1, Integer::sum);
            connection.doom(CloseCause.RECONFIGURED);
        }
        return isExcess;
    }
}
