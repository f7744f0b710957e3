package dev.weir.spring.actuate;

import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.event.RouteTotals;
import dev.weir.internal.event.RouteTotalsData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What happened so far.
 *
 * @param opened connections established
 * @param closed connections closed
 * @param closedBy the closed ones by cause; causes that never came are left out
 * @param leases the leases by outcome; outcomes that never came are left out
 */
record CountsView(long opened, long closed, Map<String, Long> closedBy, Map<String, Long> leases) {

    static CountsView of(RouteSnapshot route) {
        return of(List.of(totals(route)));
    }

    /** Counts all routes of a pool, those that are not listed and those that it has forgotten included. */
    static CountsView of(PoolSnapshot pool) {
        return of(Stream.concat(pool.routes().stream().map(CountsView::totals), Stream.of(pool.others()))
                .toList());
    }

    private static RouteTotals totals(RouteSnapshot route) {
        return new RouteTotalsData(1, route.opened(), route.closed(), route.closedBy(), route.leases());
    }

    private static CountsView of(List<RouteTotals> parts) {
        return new CountsView(
                parts.stream().mapToLong(RouteTotals::opened).sum(),
                parts.stream().mapToLong(RouteTotals::closed).sum(),
                sum(parts.stream().map(RouteTotals::closedBy).toList()),
                sum(parts.stream().map(RouteTotals::leases).toList()));
    }

    /** Adds up by key, in the order in which the keys are declared. */
    private static <K extends Enum<K>> Map<String, Long> sum(List<Map<K, Long>> parts) {
        Map<K, Long> sums = new TreeMap<>();
        parts.forEach(part -> part.forEach((key, count) -> {
            if (count > 0) {
                sums.merge(key, count, Long::sum);
            }
        }));
        Map<String, Long> named = new LinkedHashMap<>();
        sums.forEach((key, count) -> named.put(key.name(), count));
        return named;
    }
}
