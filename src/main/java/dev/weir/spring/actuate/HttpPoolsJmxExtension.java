package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.PoolChange;
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
        return whole(operations.evictIdle(pool, Requester.JMX));
    }

    /** Closes all connections to a target. */
    @WriteOperation
    public PoolView drainRoute(String pool, String route) {
        return whole(operations.drainRoute(pool, route, Requester.JMX));
    }

    /** Changes limits until the application ends. */
    @WriteOperation
    public PoolView limit(
            String pool,
            @Nullable Integer maxTotal,
            @Nullable Integer maxPerRoute,
            @Nullable String route,
            @Nullable Integer maxConnections) {
        NewLimits limits = new NewLimits(text(maxTotal), text(maxPerRoute), route, text(maxConnections));
        return whole(operations.change(pool, limits.change(), Requester.JMX));
    }

    /** Changes settings until the application ends, all or none, such as {@code maxTotal=50 timeouts.read=3s}. */
    @WriteOperation
    public PoolView change(String pool, String settings, @Nullable String route) {
        return whole(operations.change(pool, PoolChange.of(route, WrittenSettings.of(settings)), Requester.JMX));
    }

    private static @Nullable String text(@Nullable Integer limit) {
        return limit == null ? null : limit.toString();
    }

    private PoolView whole(ManagedPool pool) {
        return PoolView.whole(pool, PoolView.ROUTES, settings.toJmx());
    }
}
