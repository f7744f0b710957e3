package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Shows the pools over HTTP and JMX. Thread-safe. */
@Endpoint(id = "httppools", defaultAccess = Access.READ_ONLY)
final class HttpPoolsEndpoint {

    private final HttpPools pools;
    private final ShownSettings settings;

    HttpPoolsEndpoint(HttpPools pools, ShownSettings settings) {
        this.pools = pools;
        this.settings = settings;
    }

    /** Shows all pools with the busiest of their routes, without connections and settings. */
    @ReadOperation
    public PoolsView pools(@Nullable Integer routes) {
        return PoolsView.of(pools, most(routes));
    }

    /** Shows one pool; nothing, which HTTP answers with 404, if no client has used a pool of that name yet. */
    @ReadOperation
    public @Nullable PoolView pool(@Selector String pool, @Nullable Integer routes, @Nullable String route) {
        int most = most(routes);
        return pools.find(pool)
                .map(found -> view(found, most, route, settings.toJmx()))
                .orElse(null);
    }

    /** Shows one route of a pool with its holders, or the busiest routes. */
    static PoolView view(ManagedPool pool, int most, @Nullable String route, VisibleValues visible) {
        if (route == null) {
            return PoolView.whole(pool, most, visible);
        }
        try {
            return PoolView.ofRoute(pool, route, visible);
        } catch (IllegalArgumentException wrong) {
            String message = String.valueOf(wrong.getMessage());
            throw new InvalidEndpointRequestException(message, message);
        }
    }

    /** How many routes are shown to a caller who asks for so many, or does not say. */
    static int most(@Nullable Integer routes) {
        if (routes != null && routes < 1) {
            throw new InvalidEndpointRequestException(
                    "routes must be at least 1, such as " + PoolView.ROUTES + ", but was " + routes,
                    "routes must be at least 1");
        }
        return routes == null ? PoolView.ROUTES : routes;
    }
}
