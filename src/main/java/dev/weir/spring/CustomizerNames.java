package dev.weir.spring;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of beans that customize a pool, as properties have them. Immutable.
 *
 * @param own the one that customizes this pool; null if none does
 * @param ofSome those that customize some pool, and so not all
 */
record CustomizerNames(@Nullable String own, Set<String> ofSome) {

    static CustomizerNames of(String pool, WeirProperties properties) {
        String ofPool =
                properties.pools().getOrDefault(pool, PoolProperties.NONE).customizer();
        Set<String> ofSome = Stream.concat(Stream.of(properties.defaults()), properties.pools().values().stream())
                .map(PoolProperties::customizer)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return new CustomizerNames(ofPool == null ? properties.defaults().customizer() : ofPool, ofSome);
    }
}
