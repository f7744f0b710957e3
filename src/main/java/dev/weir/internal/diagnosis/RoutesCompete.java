package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import java.util.Optional;

/** Finds routes that take connections from each other, because their limits do not fit under the total. */
final class RoutesCompete {

    private static final long ENOUGH = 5;

    private RoutesCompete() {}

    static Optional<Finding> find(PoolFigures pool) {
        long evicted = pool.routes().stream()
                .mapToLong(route -> route.traffic().closed(CloseCause.EVICTED_FOR_ROUTE))
                .sum();
        int peaks =
                pool.routes().stream().mapToInt(RouteFigures::peakConnections).sum();
        if (pool.config().connectionState() || pool.routes().size() < 2 || evicted < ENOUGH) {
            return Optional.empty();
        }
        long limits =
                pool.routes().stream().mapToLong(route -> route.now().limit()).sum();
        return Findings.warn(
                "Routes take connections from each other: the limits of the routes cannot be reached under "
                        + pool.names().of("maxTotal") + ".",
                evicted + " idle connections gave their place to another route; the limits of "
                        + pool.routes().size() + " routes add up to " + limits + ", "
                        + pool.names().of("maxTotal") + " is " + pool.maxTotal()
                        + ", and their peaks to " + peaks + ".",
                "Raise " + pool.names().of("maxTotal") + " to "
                        + Math.max(pool.maxTotal() + 1L, Math.min(limits, 2L * peaks))
                        + ", or lower the limits of routes that need less.");
    }
}
