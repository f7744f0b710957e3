package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import java.util.List;
import java.util.Map;

/**
 * What is known of a pool. Immutable.
 *
 * @param config its configuration
 * @param maxTotal its limit in force
 * @param routes its routes
 * @param leakSites how often each place of the program leaked a connection
 * @param names how its settings are called
 */
public record PoolFigures(
        PoolConfig config, int maxTotal, List<RouteFigures> routes, Map<String, Long> leakSites, SettingNames names) {

    /**
     * Copies the collections.
     *
     * @param config its configuration
     * @param maxTotal its limit in force
     * @param routes its routes
     * @param leakSites how often each place of the program leaked a connection
     * @param names how its settings are called
     */
    public PoolFigures {
        routes = List.copyOf(routes);
        leakSites = Map.copyOf(leakSites);
    }
}
