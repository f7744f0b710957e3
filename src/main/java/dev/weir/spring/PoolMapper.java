package dev.weir.spring;

import dev.weir.config.PoolConfig;
import dev.weir.config.PoolSettings;
import dev.weir.config.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Tells a builder what the properties say: first the general ones, then those that override them. Timeouts of the pool that
 * Boot has a property for as well are left to {@link ClientTimes}.
 */
final class PoolMapper {

    private static final Set<String> OF_BOOT = Set.of("timeouts.connect", "timeouts.read");

    private static final Set<String> LIMITS = Set.of("maxPerRoute", "maxIdlePerRoute");

    /** The names of all settings, those of routes included. */
    private static final Set<String> KNOBS = names();

    private final List<PoolProperties> layers;
    private final Set<String> leftOut;

    /**
     * Creates a mapper.
     *
     * @param layers the properties, the most general ones first
     * @param leftOut names of settings that do not concern the pool
     */
    PoolMapper(List<PoolProperties> layers, Set<String> leftOut) {
        this.layers = layers;
        this.leftOut = leftOut;
    }

    /**
     * Tells a builder all of it.
     *
     * @param builder the builder
     * @param contexts the context of a bundle
     */
    void apply(PoolSettings<?> builder, Function<String, SSLContext> contexts) {
        for (int i = 0; i < layers.size(); i++) {
            apply(layers.get(i), totalOver(i), builder);
        }
        routes().values().forEach(rules -> route(rules, builder, contexts));
    }

    /** The bundles of routes. */
    Set<String> bundles() {
        return routes().values().stream()
                .map(PoolMapper::bundle)
                .filter(Objects::nonNull)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static @Nullable String bundle(List<RouteProperties> layers) {
        String bundle = null;
        for (RouteProperties layer : layers) {
            String own = layer.ssl() == null ? null : layer.ssl().bundle();
            bundle = own == null ? bundle : own;
        }
        return bundle;
    }

    /** Tells the builder of a running pool what is to change. */
    static void change(PoolProperties properties, PoolSettings<?> builder) {
        settings(properties).forEach(builder::set);
    }

    /** Tells the builder of a running pool what is to change of a route. */
    static void change(String target, RouteProperties properties, PoolSettings<?> builder) {
        builder.route(target, rule -> settings(properties).forEach(rule::set));
    }

    private void apply(PoolProperties properties, int total, PoolSettings<?> builder) {
        Map<String, Object> settings = settings(properties);
        settings.keySet().removeAll(leftOut);
        settings.keySet().removeAll(OF_BOOT);
        within(total, settings).forEach(builder::set);
    }

    /** The total that a more specific layer sets: limits that were meant for all pools yield to it. */
    private int totalOver(int layer) {
        return layers.stream()
                .skip(layer + 1L)
                .map(PoolProperties::maxTotal)
                .filter(Objects::nonNull)
                .reduce(Integer.MAX_VALUE, (earlier, later) -> later);
    }

    private static Map<String, Object> within(int total, Map<String, Object> settings) {
        LIMITS.forEach(name ->
                settings.computeIfPresent(name, (same, limit) -> Math.min((Integer) limit, Math.max(1, total))));
        return settings;
    }

    /** What of the properties are settings of a pool: the others say what it works with. */
    private static Map<String, Object> settings(Record properties) {
        Map<String, Object> settings = PropertyNames.values(properties);
        settings.keySet().retainAll(KNOBS);
        return settings;
    }

    /** The layers of each route by its nickname: a pool may amend a route of the defaults. */
    private Map<String, List<RouteProperties>> routes() {
        Map<String, List<RouteProperties>> routes = new LinkedHashMap<>();
        layers.forEach(layer ->
                layer.routes().keySet().stream().sorted().forEach(nickname -> routes.put(nickname, List.of())));
        routes.replaceAll((nickname, none) -> layers.stream()
                .filter(layer -> layer.routes().containsKey(nickname))
                .map(layer -> layer.routes().get(nickname))
                .toList());
        return routes;
    }

    private static void route(
            List<RouteProperties> layers, PoolSettings<?> builder, Function<String, SSLContext> contexts) {
        String target = null;
        for (RouteProperties layer : layers) {
            target = layer.target() == null ? target : layer.target();
        }
        if (target == null) {
            return; // the check at the start asks for it
        }
        String bundle = bundle(layers);
        builder.route(target, rule -> {
            layers.forEach(layer -> settings(layer).forEach(rule::set));
            if (bundle != null) {
                rule.sslContext(contexts.apply(bundle));
            }
        });
    }

    private static Set<String> names() {
        PoolConfig config = PoolConfig.builder("names").build();
        return Stream.of(config.effective(), config.effective("http://localhost"))
                .flatMap(effective -> effective.settings().stream())
                .map(Setting::name)
                .collect(Collectors.toUnmodifiableSet());
    }
}
