package dev.weir.spring;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.PoolSettings;
import dev.weir.config.Protocol;
import dev.weir.config.Timeouts;
import dev.weir.config.Violation;
import java.util.List;
import java.util.Set;

/** What the properties and Boot's settings say about one pool. Immutable. */
final class PoolPlan {

    private static final Set<String> SHARED_WITH_BOOT = Set.of("timeouts.connect", "timeouts.read");

    private final String pool;
    private final List<PoolProperties> layers;
    private final ClientTimes times;

    /**
     * Creates a plan.
     *
     * @param pool the name in the properties
     * @param properties all of ours
     * @param general Boot's timeouts for every client
     * @param actual Boot's timeouts for the clients of this pool
     */
    PoolPlan(String pool, WeirProperties properties, BootTimes general, BootTimes actual) {
        PoolProperties own = properties.pools().getOrDefault(pool, PoolProperties.NONE);
        this.pool = pool;
        this.layers = List.of(properties.defaults(), own);
        this.times = ClientTimes.of(properties.defaults(), own, general, actual.differingFrom(general));
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
     * @return whether the order of the timeouts is broken by Boot's properties alone
     * @throws InvalidPoolConfigException if anything else is wrong
     */
    boolean check() {
        try {
            build(false);
            return false;
        } catch (InvalidPoolConfigException e) {
            if (!times.areBoots() || !e.violations().stream().allMatch(PoolPlan::isAboutBoot)) {
                throw e;
            }
            build(true);
            return true;
        }
    }

    private static boolean isAboutBoot(Violation violation) {
        return SHARED_WITH_BOOT.containsAll(violation.knobs());
    }

    private void build(boolean isUnordered) {
        PoolConfig.Builder builder = PoolConfig.builder(pool);
        apply(builder, isUnordered);
        if (isAsync()) {
            builder.buildAsync();
        } else {
            builder.build();
        }
    }

    /** Tells a builder all of it. */
    void apply(PoolSettings<?> builder) {
        apply(builder, check());
    }

    private void apply(PoolSettings<?> builder, boolean isUnordered) {
        times.apply(builder);
        new PoolMapper(layers).apply(builder);
        if (isUnordered) {
            builder.timeouts(Timeouts.Builder::unordered);
        }
    }
}
