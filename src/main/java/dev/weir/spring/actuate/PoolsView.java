package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import java.util.Collection;
import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All pools, without their connections and settings.
 *
 * @param pools the pools by name
 */
record PoolsView(List<PoolView> pools) implements OperationResponseBody {

    static PoolsView of(Collection<ManagedPool> pools, int routes) {
        return new PoolsView(
                pools.stream().map(pool -> PoolView.summary(pool, routes)).toList());
    }
}
