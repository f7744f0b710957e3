package dev.weir.micrometer;

import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The pools of one name at a moment. Immutable.
 *
 * @param maxTotal their limits together
 * @param routes their routes by target; a target may be reached in several ways
 */
record Look(int maxTotal, Map<String, List<RouteSnapshot>> routes) {

    static Look at(List<PoolSnapshot> pools) {
        return new Look(
                pools.stream().mapToInt(PoolSnapshot::maxTotal).sum(),
                pools.stream()
                        .flatMap(pool -> pool.routes().stream())
                        .collect(Collectors.groupingBy(RouteSnapshot::target)));
    }

    /** Returns a limit as it is metered, where zero is no limit. */
    static double limitOf(long limit) {
        return limit == 0 ? Double.NaN : limit;
    }

    /** Returns which share of their limits is in use. */
    double saturation() {
        long active = routes.values().stream()
                .flatMap(List::stream)
                .mapToLong(RouteMeters::active)
                .sum();
        return (double) active / maxTotal;
    }

    List<RouteSnapshot> route(String target) {
        return routes.getOrDefault(target, List.of());
    }

    List<RouteSnapshot> except(Set<String> targets) {
        return routes.entrySet().stream()
                .filter(entry -> !targets.contains(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }
}
