package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RouteTotals;
import java.util.HashMap;
import java.util.Map;

/** See {@link RouteTotals}. */
public record RouteTotalsData(
        long routes, long opened, long closed, Map<CloseCause, Long> closedBy, Map<LeaseOutcome, Long> leases)
        implements RouteTotals {

    /** No route. */
    public static final RouteTotalsData NONE = new RouteTotalsData(0, 0, 0, Map.of(), Map.of());

    public RouteTotalsData {
        closedBy = Map.copyOf(closedBy);
        leases = Map.copyOf(leases);
    }

    /**
     * Adds the counts of other routes.
     *
     * @param other what those did
     * @return the sums
     */
    public RouteTotalsData plus(RouteTotals other) {
        return new RouteTotalsData(
                routes + other.routes(),
                opened + other.opened(),
                closed + other.closed(),
                sum(closedBy, other.closedBy()),
                sum(leases, other.leases()));
    }

    private static <K> Map<K, Long> sum(Map<K, Long> some, Map<K, Long> others) {
        Map<K, Long> sum = new HashMap<>(some);
        others.forEach((key, count) -> sum.merge(key, count, Long::sum));
        return sum;
    }
}
