package dev.weir.spring.actuate;

import dev.weir.spring.HttpPools;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Shows the pools over HTTP and JMX. Thread-safe. */
@Endpoint(id = "httppools", defaultAccess = Access.READ_ONLY)
final class HttpPoolsEndpoint {

    private final HttpPools pools;

    HttpPoolsEndpoint(HttpPools pools) {
        this.pools = pools;
    }

    /** Shows all pools, without their connections and settings. */
    @ReadOperation
    public PoolsView pools() {
        return PoolsView.of(pools.pools());
    }

    /** Shows one pool; nothing, which HTTP answers with 404, if no client has used a pool of that name yet. */
    @ReadOperation
    public @Nullable PoolView pool(@Selector String pool) {
        return pools.find(pool).map(PoolView::whole).orElse(null);
    }
}
