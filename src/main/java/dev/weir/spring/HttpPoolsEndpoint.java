package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.Violation;
import dev.weir.spring.HttpPoolsDescriptor.Pool;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows the pools over HTTP: {@code GET} all or one; {@code POST} changes limits of one, {@code DELETE} closes its idle
 * connections, or all of one route. Thread-safe.
 */
@WebEndpoint(id = "httppools", defaultAccess = Access.READ_ONLY)
final class HttpPoolsEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final HttpPools pools;

    HttpPoolsEndpoint(HttpPools pools) {
        this.pools = pools;
    }

    /** Shows all pools, without connections and settings. */
    @ReadOperation
    public HttpPoolsDescriptor pools() {
        return HttpPoolsDescriptor.of(pools);
    }

    /** Shows one pool, or one route of it with its holders; 404 if no client has used a pool of that name yet. */
    @ReadOperation
    public WebEndpointResponse<Object> pool(@Selector String pool, @Nullable String route) {
        return answer(pool, found -> Pool.whole(pools, found, route));
    }

    /** Changes limits until the application ends. */
    @WriteOperation
    public WebEndpointResponse<Object> change(
            @Selector String pool,
            @Nullable Integer maxTotal,
            @Nullable Integer maxPerRoute,
            @Nullable String route,
            @Nullable Integer maxConnections) {
        return answer(pool, found -> {
            if ((maxTotal == null && maxPerRoute == null && maxConnections == null)
                    || (route == null) != (maxConnections == null)) {
                throw new IllegalArgumentException(
                        "Give maxTotal, maxPerRoute, or route and maxConnections: {\"maxTotal\":"
                                + " 50} or {\"route\": \"https://recs:8443\", \"maxConnections\": 10}");
            }
            PoolConfig before = found.config();
            PoolConfig.Builder limits = before.toBuilder();
            if (maxTotal != null) {
                limits.maxTotal(maxTotal);
            }
            if (maxPerRoute != null) {
                limits.maxPerRoute(maxPerRoute);
            }
            if (route != null && maxConnections != null) {
                limits.route(route, rule -> rule.maxConnections(maxConnections));
            }
            PoolConfig after = limits.build();
            if (after.equals(before)) {
                return Map.of("message", "These limits are in force already");
            }
            LOG.info("Pool '{}' is changed by the endpoint httppools", found.name());
            found.reconfigure(after);
            return Pool.whole(pools, found, null);
        });
    }

    /** Closes idle connections, or with a route all to that, those in use after their exchange. */
    @DeleteOperation
    public WebEndpointResponse<Object> close(@Selector String pool, @Nullable String route) {
        return answer(pool, found -> {
            if (route == null) {
                found.evictIdle();
            } else {
                found.drainRoute(route);
            }
            LOG.info(
                    "Pool '{}': {} are closed by the endpoint httppools",
                    found.name(),
                    route == null ? "idle connections" : "connections to " + route);
            return Pool.whole(pools, found, null);
        });
    }

    private interface Operation {
        Object on(ManagedPool pool);
    }

    private WebEndpointResponse<Object> answer(String name, Operation operation) {
        Optional<ManagedPool> pool = pools.find(name);
        if (pool.isEmpty()) {
            String known = pools.pools().stream().map(ManagedPool::name).collect(Collectors.joining(", "));
            return refused(
                    WebEndpointResponse.STATUS_NOT_FOUND,
                    "No client has used a pool '" + name + "' yet; there are: " + (known.isEmpty() ? "none" : known));
        }
        try {
            return new WebEndpointResponse<>(operation.on(pool.get()));
        } catch (InvalidPoolConfigException e) {
            return refused(
                    WebEndpointResponse.STATUS_BAD_REQUEST,
                    e.violations().stream()
                            .map(Violation::message)
                            .collect(Collectors.joining("; ", "Nothing was changed: ", "")));
        } catch (IllegalArgumentException e) {
            return refused(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static WebEndpointResponse<Object> refused(int status, String reason) {
        return new WebEndpointResponse<>(Map.of("error", reason), status);
    }
}
