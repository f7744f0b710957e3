package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolStats;

/** Picks idle connections until what is left fits under limits that were lowered. */
final class Trim {

    private final Map<RouteState, Integer> excess = new HashMap<>();
    private int totalExcess;

    Trim(PoolStats total, int maxTotal, Collection<RouteState> routes) {
        totalExcess = total.getLeased() + total.getAvailable() - maxTotal;
        for (RouteState route : routes) {
            int allocated = route.leased.get() + route.idle.get();
            excess.put(route, allocated - route.policy().maxConnections);
        }
    }

    /** Tells whether there are more connections than the whole pool may have. */
    boolean isAboveTotal() {
        return totalExcess > 0;
    }

    boolean mustGo(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        PooledConnection connection = (PooledConnection) entry.getConnection();
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
