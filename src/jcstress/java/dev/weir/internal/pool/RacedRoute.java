package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.internal.diagnosis.SettingNames;
import java.util.List;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;

/** The books of a route, and what is entered in them. */
final class RacedRoute {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG = PoolConfig.builder("races").build();
    private static final ConnectionPool POOL =
            new ConnectionPool(CONFIG, SettingNames.PLAIN, List.of(), System::nanoTime, BlockingConnection::new);

    final RouteState state =
            new RouteState(ROUTE, "http://upstream.test:80", new RoutePolicy(CONFIG, CONFIG.effective()), POOL);

    PooledConnection connection() {
        return state.newEntry();
    }

    Lease lease() {
        return new Lease(state, null, LeaseTerms.ANY, Timeout.DISABLED);
    }

    /** How many leases are said to have ended. */
    long ended() {
        return state.traffic.leaseCounts().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
