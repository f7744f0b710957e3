package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * Tells which pools an application has, and for how many clients. Thread-safe.
 *
 * <p>The details are maps, lists, strings and numbers, which are written without hints in a native image, too.
 */
final class HttpPoolsInfoContributor implements InfoContributor {

    private final HttpPools pools;

    HttpPoolsInfoContributor(HttpPools pools) {
        this.pools = pools;
    }

    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> built = new LinkedHashMap<>();
        pools.pools().stream()
                .limit(HttpPoolsHealthIndicator.POOLS)
                .forEach(pool -> built.put(pool.name(), details(pool)));
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("pools", built);
        shown.put("unused", pools.unused());
        shown.put("bypasses", pools.bypasses().size());
        builder.withDetail("httpPools", shown);
    }

    private Map<String, Object> details(ManagedPool pool) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("clients", pools.clients(pool));
        details.put("protocol", pool.config().protocol().name());
        details.put("maxTotal", pool.config().maxTotal());
        details.put("maxPerRoute", pool.config().maxPerRoute());
        return details;
    }
}
