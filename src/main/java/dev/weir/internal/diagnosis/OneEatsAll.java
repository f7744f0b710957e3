package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.LeaseOutcome;
import java.util.Comparator;
import java.util.Optional;

/** Finds a route that has taken nearly all of the total while callers of other routes get no connection. */
final class OneEatsAll {

    private OneEatsAll() {}

    static Optional<Finding> find(PoolFigures pool) {
        return pool.routes().stream()
                .max(Comparator.comparingInt(RouteFigures::peakConnections))
                .filter(route -> route.peakConnections() * 4L >= pool.maxTotal() * 3L)
                .flatMap(route -> finding(pool, route));
    }

    private static Optional<Finding> finding(PoolFigures pool, RouteFigures greedy) {
        long inVain = pool.routes().stream()
                .filter(route -> !route.target().equals(greedy.target()))
                .filter(route -> !route.isFull())
                .mapToLong(OneEatsAll::inVain)
                .sum();
        if (inVain == 0) {
            return Optional.empty();
        }
        return Findings.warn(
                greedy,
                "This route takes so much of the total that callers of other routes get no connection.",
                "It had up to " + greedy.peakConnections() + " of " + pool.maxTotal() + " connections in use; " + inVain
                        + " callers of routes below their limits got none.",
                "Limit this route by " + pool.names().ofRoute(greedy.target(), "maxConnections") + " to "
                        + Math.max(1, pool.maxTotal() / 2) + ", or raise "
                        + pool.names().of("maxTotal") + ".");
    }

    private static long inVain(RouteFigures route) {
        return route.traffic().leases(LeaseOutcome.TIMED_OUT) + route.traffic().leases(LeaseOutcome.REJECTED);
    }
}
