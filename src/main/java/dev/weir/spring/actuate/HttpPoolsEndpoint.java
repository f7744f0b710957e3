package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import dev.weir.spring.PoolChange;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows the pools over HTTP as the caller may see them, and changes pools where an operation is a path: {@code POST
 * httppools/default/evict}. Thread-safe.
 */
@WebEndpoint(id = "httppools", defaultAccess = Access.READ_ONLY)
final class HttpPoolsEndpoint {

    private static final int STATUS_CONFLICT = 409;

    private final HttpPools pools;
    private final ShownSettings shown;
    private final PoolOperations operations;

    HttpPoolsEndpoint(HttpPools pools, ShownSettings shown) {
        this.pools = pools;
        this.shown = shown;
        this.operations = new PoolOperations(pools);
    }

    /** Shows all pools with the busiest of their routes, without connections and settings. */
    @ReadOperation
    public PoolsView pools(@Nullable Integer routes) {
        return PoolsView.of(pools, most(routes));
    }

    /** Shows one pool; nothing, which HTTP answers with 404, if no client has used a pool of that name yet. */
    @ReadOperation
    public @Nullable PoolView pool(
            SecurityContext caller, @Selector String pool, @Nullable Integer routes, @Nullable String route) {
        int most = most(routes);
        return pools.find(pool)
                .map(found -> view(found, most, route, shown.to(caller)))
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

    /** Changes a pool and shows what it is then. */
    // Actuator binds each value of the body by its name, and never all of them to one object.
    @WriteOperation
    public WebEndpointResponse<?> change(
            SecurityContext caller,
            @Selector String pool,
            @Selector String operation,
            @Nullable String maxTotal,
            @Nullable String maxPerRoute,
            @Nullable String route,
            @Nullable String maxConnections,
            @Nullable String settings) {
        NewLimits limits = new NewLimits(maxTotal, maxPerRoute, route, maxConnections);
        String requester = Requester.overHttp(caller.getPrincipal());
        return answer(caller, () -> switch (operation) {
            case "evict" -> operations.evictIdle(pool, requester);
            case "drain" -> operations.drainRoute(pool, limits.routeToDrain(), requester);
            case "limit" -> operations.change(pool, limits.change(), requester);
            case "change" -> operations.change(pool, PoolChange.of(route, WrittenSettings.of(settings)), requester);
            default ->
                throw new IllegalArgumentException(
                        "operation must be evict, drain, limit or change, but was " + operation);
        });
    }

    private WebEndpointResponse<?> answer(SecurityContext caller, Supplier<ManagedPool> operation) {
        try {
            return new WebEndpointResponse<>(whole(operation.get(), PoolView.ROUTES, caller));
        } catch (UnknownPoolException unknown) {
            return refused(unknown, WebEndpointResponse.STATUS_NOT_FOUND);
        } catch (IllegalArgumentException wrong) {
            return refused(wrong, WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (IllegalStateException closed) {
            return refused(closed, STATUS_CONFLICT);
        }
    }

    private PoolView whole(ManagedPool pool, int most, SecurityContext caller) {
        return PoolView.whole(pool, most, shown.to(caller));
    }

    private static WebEndpointResponse<?> refused(RuntimeException reason, int status) {
        return new WebEndpointResponse<>(new RefusalView(String.valueOf(reason.getMessage())), status);
    }
}
