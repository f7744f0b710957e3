package dev.weir.spring.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/** Changes the pools over JMX, where each operation has a name of its own. Thread-safe. */
@EndpointJmxExtension(endpoint = HttpPoolsEndpoint.class)
final class HttpPoolsJmxExtension {

    private final PoolOperations operations;

    HttpPoolsJmxExtension(PoolOperations operations) {
        this.operations = operations;
    }

    /** Closes all idle connections. */
    @WriteOperation
    public PoolView evictIdle(String pool) {
        return operations.evictIdle(pool);
    }

    /** Lets go of all connections to a target. */
    @WriteOperation
    public PoolView drainRoute(String pool, String route) {
        return operations.drainRoute(pool, route);
    }

    /** Changes limits until the application ends. */
    @WriteOperation
    public PoolView limit(
            String pool,
            @Nullable Integer maxTotal,
            @Nullable Integer maxPerRoute,
            @Nullable String route,
            @Nullable Integer maxConnections) {
        return operations.limit(pool, new NewLimits(maxTotal, maxPerRoute, route, maxConnections));
    }
}
