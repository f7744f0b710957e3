package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/** Changes the pools over JMX, where each operation has a name of its own. Thread-safe. */
@EndpointJmxExtension(endpoint = HttpPoolsEndpoint.class)
final class HttpPoolsJmxExtension {

    private final PoolOperations operations;
    private final ShownSettings settings;

    HttpPoolsJmxExtension(PoolOperations operations, ShownSettings settings) {
        this.operations = operations;
        this.settings = settings;
    }

    /** Closes all idle connections. */
    @WriteOperation
    public PoolView evictIdle(String pool) {
        return whole(operations.evictIdle(pool));
    }

    /** Lets go of all connections to a target. */
    @WriteOperation
    public PoolView drainRoute(String pool, String route) {
        return whole(operations.drainRoute(pool, route));
    }

    /** Changes limits until the application ends. */
    @WriteOperation
    public PoolView limit(
            String pool,
            @Nullable Integer maxTotal,
            @Nullable Integer maxPerRoute,
            @Nullable String route,
            @Nullable Integer maxConnections) {
        return whole(operations.limit(pool, new NewLimits(maxTotal, maxPerRoute, route, maxConnections)));
    }

    private PoolView whole(ManagedPool pool) {
        return PoolView.whole(pool, PoolView.ROUTES, settings.of(pool));
    }
}
