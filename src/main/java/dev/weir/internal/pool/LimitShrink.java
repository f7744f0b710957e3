package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.event.CloseCause;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;

/** Picks idle connections until the rest fits under lowered limits. */
final class LimitShrink {

    private final Map<RouteState, Integer> excess = new HashMap<>();
    private int totalExcess;

    LimitShrink(int maxTotal, Collection<RouteState> routes) {
        totalExcess = -maxTotal;
        for (RouteState route : routes) {
            // Not the leases: several may share a connection, and a dial may be without a caller.
            int allocated = route.allocated();
            totalExcess += allocated;
            excess.put(route, allocated - route.policy().maxConnections);
        }
    }

    /** Tells whether there are more connections than the whole pool may have. */
    boolean isAboveTotal() {
        return totalExcess > 0;
    }

    boolean retireExcess(Entry<HttpRoute, PooledConnection> entry) {
        PooledConnection connection = entry.connection();
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
