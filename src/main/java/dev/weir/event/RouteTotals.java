package dev.weir.event;

import java.util.HashMap;
import java.util.Map;

/**
 * What several routes did so far, summed up. Immutable.
 *
 * @param routes how many routes
 * @param opened connections established
 * @param closed connections closed; {@code opened - closed} are open
 * @param closedBy the closed ones by cause
 * @param leases the leases by outcome
 */
public record RouteTotals(
        long routes, long opened, long closed, Map<CloseCause, Long> closedBy, Map<LeaseOutcome, Long> leases) {

    /** No route. */
    public static final RouteTotals NONE = new RouteTotals(0, 0, 0, Map.of(), Map.of());

    /**
     * Copies the counts.
     *
     * @param routes how many routes
     * @param opened connections established
     * @param closed connections closed
     * @param closedBy the closed ones by cause
     * @param leases the leases by outcome
     */
    public RouteTotals {
        closedBy = Map.copyOf(closedBy);
        leases = Map.copyOf(leases);
    }

    /**
     * Adds the counts of other routes.
     *
     * @param other what those did
     * @return the sums
     */
    public RouteTotals plus(RouteTotals other) {
        return new RouteTotals(
                routes + other.routes,
                opened + other.opened,
                closed + other.closed,
                sum(closedBy, other.closedBy),
                sum(leases, other.leases));
    }

    private static <K> Map<K, Long> sum(Map<K, Long> some, Map<K, Long> others) {
        Map<K, Long> sum = new HashMap<>(some);
        others.forEach((key, count) -> sum.merge(key, count, Long::sum));
        return sum;
    }
}
