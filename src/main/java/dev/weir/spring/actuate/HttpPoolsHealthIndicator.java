package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.diagnosis.Finding;
import dev.weir.event.PoolSnapshot;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells how the pools are, and never says that the application is down: restarting it or removing it from rotation would
 * not fix a failing upstream. Thread-safe.
 *
 * <p>The details are maps, lists, strings and numbers, which are written without hints in a native image, too.
 */
final class HttpPoolsHealthIndicator implements HealthIndicator {

    static final int POOLS = 50;
    static final int FINDINGS = 10;

    private final Supplier<Collection<ManagedPool>> pools;

    HttpPoolsHealthIndicator(Supplier<Collection<ManagedPool>> pools) {
        this.pools = pools;
    }

    @Override
    public Health health() {
        Collection<ManagedPool> all = pools.get();
        Map<String, Object> shown = new LinkedHashMap<>();
        all.stream()
                .map(Look::at)
                .sorted(Comparator.comparing(Look::isCalm))
                .limit(POOLS)
                .forEach(look -> shown.put(look.now().name(), look.details()));
        return Health.up()
                .withDetail("pools", shown)
                .withDetail("morePools", all.size() - shown.size())
                .build();
    }

    /** Examines no pool if only the status is wanted. */
    @Override
    public Health health(boolean includeDetails) {
        return includeDetails ? health() : Health.up().build();
    }

    /** What is seen of a pool. */
    private record Look(PoolSnapshot now, boolean isOpen, List<Finding> warnings) {

        static Look at(ManagedPool pool) {
            List<Finding> warnings = pool.diagnose().findings().stream()
                    .filter(finding -> finding.severity().compareTo(Finding.Severity.WARN) >= 0)
                    .toList();
            return new Look(pool.snapshot(), pool.isOpen(), warnings);
        }

        boolean isCalm() {
            return isOpen && warnings.isEmpty();
        }

        Map<String, Object> details() {
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("open", isOpen);
            details.put("limit", now.maxTotal());
            details.put("leased", now.leased());
            details.put("idle", now.idle());
            details.put("dialing", now.dialing());
            details.put("pending", now.pending());
            details.put(
                    "findings",
                    warnings.stream().limit(FINDINGS).map(Finding::toString).toList());
            details.put("moreFindings", Math.max(0, warnings.size() - FINDINGS));
            return details;
        }
    }
}
