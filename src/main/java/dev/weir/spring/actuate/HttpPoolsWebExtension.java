package dev.weir.spring.actuate;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Changes the pools over HTTP, where an operation is a path: {@code POST httppools/default/evict}. Thread-safe. */
@EndpointWebExtension(endpoint = HttpPoolsEndpoint.class)
final class HttpPoolsWebExtension {

    private static final int STATUS_CONFLICT = 409;

    private final PoolOperations operations;

    HttpPoolsWebExtension(PoolOperations operations) {
        this.operations = operations;
    }

    /** Changes a pool and shows what it is then. */
    @WriteOperation
    public WebEndpointResponse<?> change(
            @Selector String pool,
            @Selector String operation,
            @Nullable Integer maxTotal,
            @Nullable Integer maxPerRoute,
            @Nullable String route,
            @Nullable Integer maxConnections) {
        NewLimits limits = new NewLimits(maxTotal, maxPerRoute, route, maxConnections);
        return answer(() -> switch (operation) {
            case "evict" -> operations.evictIdle(pool);
            case "drain" -> operations.drainRoute(pool, limits.routeToDrain());
            case "limit" -> operations.limit(pool, limits);
            default ->
                throw new IllegalArgumentException("operation must be evict, drain or limit, but was " + operation);
        });
    }

    private static WebEndpointResponse<?> answer(Supplier<PoolView> operation) {
        try {
            return new WebEndpointResponse<>(operation.get());
        } catch (UnknownPoolException unknown) {
            return refused(unknown, WebEndpointResponse.STATUS_NOT_FOUND);
        } catch (IllegalArgumentException wrong) {
            return refused(wrong, WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (IllegalStateException closed) {
            return refused(closed, STATUS_CONFLICT);
        }
    }

    private static WebEndpointResponse<?> refused(RuntimeException reason, int status) {
        return new WebEndpointResponse<>(new RefusalView(String.valueOf(reason.getMessage())), status);
    }
}
