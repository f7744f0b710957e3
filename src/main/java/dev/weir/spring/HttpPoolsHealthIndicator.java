package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.diagnosis.Finding;
import dev.weir.event.PoolSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells how the pools are by the same findings as the endpoint and the page, and never says that the application is down:
 * restarting it or removing it from rotation would not fix a failing upstream. Thread-safe.
 *
 * <p>The details are maps, lists, strings and numbers, which are written without hints in a native image, too.
 */
final class HttpPoolsHealthIndicator implements HealthIndicator {

    /** More are not shown. */
    private static final int POOLS = 50;

    private final HttpPools pools;

    HttpPoolsHealthIndicator(HttpPools pools) {
        this.pools = pools;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        pools.pools().stream().limit(POOLS).forEach(pool -> health.withDetail(pool.name(), details(pool)));
        return health.build();
    }

    /** Examines no pool if only the status is wanted. */
    @Override
    public Health health(boolean includeDetails) {
        return includeDetails ? health() : Health.up().build();
    }

    private static Map<String, Object> details(ManagedPool pool) {
        PoolSnapshot now = pool.snapshot();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("maxTotal", now.maxTotal());
        details.put("leased", now.leased());
        details.put("idle", now.idle());
        details.put("pending", now.pending());
        List<String> findings =
                pool.diagnose().findings().stream().map(Finding::toString).toList();
        if (!findings.isEmpty()) {
            details.put("findings", findings);
        }
        return details;
    }
}
