package dev.weir.spring.actuate;

import dev.weir.spring.HttpPools;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All pools, without their connections and settings.
 *
 * @param pools the pools by name
 * @param unused pools that are configured and not used yet; left out if there are none
 * @param bypasses clients that make requests without a pool; left out if none is known
 */
record PoolsView(
        List<PoolView> pools,
        @Nullable List<String> unused,
        @Nullable List<String> bypasses) implements OperationResponseBody {

    static PoolsView of(HttpPools pools, int routes) {
        return new PoolsView(
                pools.pools().stream()
                        .map(pool -> PoolView.summary(pool, pools.clients(pool), routes))
                        .toList(),
                filled(pools.unused()),
                filled(pools.bypasses()));
    }

    private static @Nullable List<String> filled(List<String> list) {
        return list.isEmpty() ? null : list;
    }
}
