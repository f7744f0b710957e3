package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import dev.weir.diagnosis.Finding.Severity;
import dev.weir.event.CloseCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a pool, and what is wrong with it. Immutable.
 *
 * @param config its configuration
 * @param maxTotal its limit in force
 * @param routes its routes
 * @param names the names of its settings
 */
public record PoolFigures(PoolConfig config, int maxTotal, List<RouteFigures> routes, SettingNames names) {

    /** {@return the connections closed recently because their addresses changed} */
    public long addressChanges() {
        return closed(CloseCause.DNS_CHANGED);
    }

    private long closed(CloseCause cause) {
        return routes.stream().mapToLong(route -> route.traffic().closed(cause)).sum();
    }

    /**
     * Compares the limits of the pool with its traffic, and examines each route.
     *
     * @param others findings of another kind
     * @return all findings, the most severe first
     */
    public List<Finding> findings(List<Finding> others) {
        List<Finding> found = new ArrayList<>(others);
        routesCompete().ifPresent(found::add);
        routes.stream()
                .max(Comparator.comparingInt(RouteFigures::peakConnections))
                .filter(route -> route.peakConnections() * 4L >= maxTotal * 3L)
                .flatMap(this::takesTheTotal)
                .ifPresent(found::add);
        routes.forEach(route -> new RouteExaminer(this, route, found).examine());
        found.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(found);
    }

    private Optional<Finding> routesCompete() {
        long evicted = closed(CloseCause.EVICTED_FOR_ROUTE);
        if (config.connectionState() || routes.size() < 2 || evicted < RouteExaminer.ENOUGH) {
            return Optional.empty();
        }
        int peaks = routes.stream().mapToInt(RouteFigures::peakConnections).sum();
        long limits = routes.stream().mapToLong(route -> route.now().limit()).sum();
        String knob = names.of("maxTotal");
        return Optional.of(new Finding(
                Severity.WARN,
                Optional.empty(),
                "Routes take connections from each other: the limits of the routes cannot be reached under " + knob
                        + ".",
                evicted + " idle connections gave their place to another route; the limits of " + routes.size()
                        + " routes add up to " + limits + ", " + knob + " is " + maxTotal + ", and their peaks to "
                        + peaks + ".",
                "Raise " + knob + " to " + Math.max(maxTotal + 1L, Math.min(limits, 2L * peaks))
                        + ", or lower the limits of routes that need less."));
    }

    private Optional<Finding> takesTheTotal(RouteFigures greedy) {
        long inVain = routes.stream()
                .filter(route -> !route.target().equals(greedy.target()) && !route.wasFull())
                .mapToLong(RouteFigures::refused)
                .sum();
        return inVain == 0
                ? Optional.empty()
                : Optional.of(new Finding(
                        Severity.WARN,
                        Optional.of(greedy.target()),
                        "This route takes so much of the total that callers of other routes get no connection.",
                        "It had up to " + greedy.peakConnections() + " of " + maxTotal + " connections in use; "
                                + inVain + " callers of routes below their limits got none.",
                        "Limit this route by " + names.ofRoute(greedy.target(), "maxConnections") + " to "
                                + Math.max(1, maxTotal / 2) + ", or raise " + names.of("maxTotal") + "."));
    }
}
