package dev.weir.spring;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.PoolSettings;
import dev.weir.config.Protocol;
import dev.weir.internal.client.Framework;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** What the properties and Boot's settings say about one pool. Immutable. */
final class PoolPlan {

    private final String pool;
    private final List<PoolProperties> layers;
    private final List<String> idleExclusions;
    private final BootTimes general;
    private final BootTimes specific;
    private final Beans beans;
    private final ClientTimes times;

    /** What pools are built with besides settings: customizers, and keys of routes by their bundles. */
    private record Beans(CustomizerNames customizers, Function<String, SSLContext> contexts) {}

    /**
     * Creates a plan.
     *
     * @param pool the name in the properties
     * @param properties all of ours
     * @param general Boot's timeouts for every client
     * @param actual Boot's timeouts for the clients of this pool
     */
    PoolPlan(String pool, WeirProperties properties, BootTimes general, BootTimes actual) {
        this(
                pool,
                List.of(properties.defaults(), properties.pools().getOrDefault(pool, PoolProperties.NONE)),
                properties.pools().values().stream().anyMatch(each -> each.proxy() != null),
                general,
                actual.differingFrom(general),
                new Beans(CustomizerNames.of(pool, properties), bundle -> RouteKeys.UNKNOWN));
    }

    private PoolPlan(
            String pool,
            List<PoolProperties> layers,
            boolean isProxyKnown,
            BootTimes general,
            BootTimes specific,
            Beans beans) {
        this(pool, layers, isProxyKnown ? idleExclusions(layers) : List.of(), general, specific, beans);
    }

    private PoolPlan(
            String pool,
            List<PoolProperties> layers,
            List<String> idleExclusions,
            BootTimes general,
            BootTimes specific,
            Beans beans) {
        this.pool = pool;
        this.beans = beans;
        this.layers = layers;
        this.idleExclusions = idleExclusions;
        this.general = general;
        this.specific = specific;
        this.times = ClientTimes.of(layers.get(0), layers.get(1), general, specific);
    }

    /** Exclusions meant for all pools do not concern one without a proxy, where they are there for the proxy of another. */
    private static List<String> idleExclusions(List<PoolProperties> layers) {
        PoolProperties general = layers.get(0);
        boolean isAmended = layers.get(1).noProxy() != null;
        return isProxied(layers) || isAmended || general.noProxy() == null ? List.of() : general.noProxy();
    }

    private static boolean isProxied(List<PoolProperties> layers) {
        return layers.stream().anyMatch(layer -> layer.proxy() != null);
    }

    /** The name in the properties. */
    String pool() {
        return pool;
    }

    /** The beans that customize the pool. */
    CustomizerNames customizers() {
        return beans.customizers();
    }

    /** The same plan with timeouts that were set in code, and beat those of Boot's properties. */
    PoolPlan inCode(BootTimes inCode) {
        return new PoolPlan(pool, layers, idleExclusions, general, inCode.or(specific), beans);
    }

    /** The same plan for a pool that is built: with the keys of its routes, by the names of their bundles. */
    PoolPlan with(Function<String, SSLContext> contexts) {
        Beans keyed = new Beans(beans.customizers(), contexts);
        return new PoolPlan(pool, layers, idleExclusions, general, specific, keyed);
    }

    /** The names of the bundles of its routes. */
    Set<String> routeBundles() {
        return mapper().bundles();
    }

    /** Whether the clients may speak HTTP/2, for which they need an asynchronous pool. */
    boolean isAsync() {
        Protocol protocol = null;
        for (PoolProperties layer : layers) {
            protocol = layer.protocol() == null ? protocol : layer.protocol();
        }
        return protocol != null && protocol != Protocol.HTTP_1_1;
    }

    /**
     * Checks the plan.
     *
     * @return what would be in force
     * @throws InvalidPoolConfigException if a value of ours is wrong, or does not go with the others
     */
    PoolConfig check() {
        return check(builder -> {});
    }

    /** Checks the plan with settings that it beats, and answers as {@link #check()} does. */
    PoolConfig check(Consumer<PoolSettings<?>> beaten) {
        HttpPoolBuilder builder =
                HttpPool.builder(PoolNames.valid(pool, "")).framework(new Framework(UnaryOperator.identity()));
        beaten.accept(builder);
        apply(builder);
        return isAsync() ? builder.asyncConfig() : builder.config();
    }

    /** Tells the builder of a pool how to log in to the proxy that the properties name. */
    void logIn(HttpPoolBuilder builder) {
        if (isProxied(layers)) {
            credentials(builder);
        }
    }

    private void credentials(HttpPoolBuilder builder) {
        String username = credential(ProxyCredentialsProperties::username);
        String password = credential(ProxyCredentialsProperties::password);
        if (username != null && password != null) {
            builder.proxyCredentials(username, password.toCharArray());
        }
    }

    private @Nullable String credential(Function<ProxyCredentialsProperties, @Nullable String> part) {
        String credential = null;
        for (PoolProperties layer : layers) {
            String own = layer.proxyCredentials() == null ? null : part.apply(layer.proxyCredentials());
            credential = own == null ? credential : own;
        }
        return credential;
    }

    /** Tells the builder of a pool whose proxy is set in code what {@code weir.defaults} says about proxies. */
    void complete(HttpPoolBuilder builder, Supplier<PoolConfig> config) {
        if (!isProxied(layers)) {
            proxiedInCode(config).ifPresent(proxied -> {
                credentials(builder);
                if (proxied.noProxy().isEmpty() && !idleExclusions.isEmpty()) {
                    builder.noProxy(idleExclusions.toArray(String[]::new));
                }
            });
        }
    }

    private static Optional<PoolConfig> proxiedInCode(Supplier<PoolConfig> config) {
        try {
            return Optional.of(config.get()).filter(each -> each.proxy().isPresent());
        } catch (InvalidPoolConfigException e) {
            return Optional.empty(); // the pool is not built either
        }
    }

    /** Tells a builder all of it. */
    void apply(PoolSettings<?> builder) {
        times.apply(builder);
        mapper().apply(builder, beans.contexts());
    }

    private PoolMapper mapper() {
        return new PoolMapper(layers, idleExclusions.isEmpty() ? Set.of() : Set.of("noProxy"));
    }
}
