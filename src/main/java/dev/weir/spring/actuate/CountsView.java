package dev.weir.spring.actuate;

import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        return of(List.of(route));
    }

    static CountsView of(PoolSnapshot pool) {
        return of(pool.routes());
    }

    private static CountsView of(List<RouteSnapshot> routes) {
        return new CountsView(
                routes.stream().mapToLong(RouteSnapshot::opened).sum(),
                routes.stream().mapToLong(RouteSnapshot::closed).sum(),
                sum(routes.stream().map(RouteSnapshot::closedBy).toList()),
                sum(routes.stream().map(RouteSnapshot::leases).toList()));
    }

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
