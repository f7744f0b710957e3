package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import java.util.List;

/**
 * What is known of a pool. Immutable.
 *
 * @param config its configuration
 * @param maxTotal its limit in force
 * @param routes its routes
 * @param names the names of its settings
 */
public record PoolFigures(PoolConfig config, int maxTotal, List<RouteFigures> routes, SettingNames names) {

    /** {@return the connections closed recently because their addresses changed} */
    public long addressChanges() {
        return routes.stream()
                .mapToLong(route -> route.traffic().closed(CloseCause.DNS_CHANGED))
                .sum();
    }
}
