package dev.weir.spring;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the properties say about the connections that a pool opens when the application starts. Immutable.
 *
 * @param pool the name in the properties
 * @param prefix where the properties of its warm-up stand, such as {@code weir.pools.payments.warm-up}
 * @param targets the servers
 * @param connections how many to each
 * @param isReactive whether they are for {@code WebClient}
 * @param isRequired whether the application does not start without
 */
record WarmUpPlan(
        String pool, String prefix, List<String> targets, int connections, boolean isReactive, boolean isRequired) {

    private static final String WARM_UP = ".warm-up";
    private static final WarmUpProperties NONE = new WarmUpProperties(null, null, null, null);

    /** Reads the plan of a pool; without targets if there is none. */
    static WarmUpPlan of(String pool, WeirProperties properties) {
        WarmUpProperties own = warmUp(properties.pools().getOrDefault(pool, PoolProperties.NONE));
        WarmUpProperties general = warmUp(properties.defaults());
        boolean isGeneral = own.targets() == null && pool.equals(HttpPools.DEFAULT);
        List<String> targets = isGeneral ? general.targets() : own.targets();
        return new WarmUpPlan(
                pool,
                (isGeneral ? "weir.defaults" : PropertyNames.of("weir.pools", pool)) + WARM_UP,
                targets == null ? List.of() : List.copyOf(targets),
                either(own, general, WarmUpProperties::connections, 1),
                either(own, general, WarmUpProperties::reactive, false),
                either(own, general, WarmUpProperties::required, false));
    }

    private static WarmUpProperties warmUp(PoolProperties layer) {
        return Objects.requireNonNullElse(layer.warmUp(), NONE);
    }

    private static <T> T either(
            WarmUpProperties own, WarmUpProperties general, Function<WarmUpProperties, @Nullable T> part, T usual) {
        T specific = part.apply(own);
        T fallback = part.apply(general);
        return specific != null ? specific : fallback != null ? fallback : usual;
    }
}
