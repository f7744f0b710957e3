package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
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

    /**
     * Copies the collections.
     *
     * @param config its configuration
     * @param maxTotal its limit in force
     * @param routes its routes
     * @param names the names of its settings
     */
    public PoolFigures {
        routes = List.copyOf(routes);
    }
}
