package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** Meters of pools that are already in use. */
class PoolBinderIT {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double opened() {
        return registry.find("weir.connections.opened").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void countsFromTheMomentOfBinding() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("shop").build()) {
            PoolFetch.get(pool, server);
            PoolMetrics.of(pool).bindTo(registry);
            pool.evictIdle();
            PoolFetch.get(pool, server);

            assertThat(opened()).isEqualTo(1);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void countsOnceHoweverOftenItIsBound() throws Exception {
        SimpleMeterRegistry other = new SimpleMeterRegistry();
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("shop").build()) {
            MeterBinder binder = PoolMetrics.of(pool);
            binder.bindTo(registry);
            binder.bindTo(registry);
            binder.bindTo(other);
            PoolFetch.get(pool, server);

            assertThat(opened()).isEqualTo(1);
            assertThat(other.getMeters()).hasSameSizeAs(registry.getMeters());
        }
    }

    @Test
    void bindsAsynchronousPools() {
        try (AsyncHttpPool pool = HttpPool.builder("shop").buildAsync()) {
            PoolMetrics.of(pool).bindTo(registry);

            assertThat(registry.find("weir.pool.limit").tag("pool", "shop").gauge())
                    .isNotNull();
        }
    }

    @Test
    void refusesAPoolThatIsClosed() {
        HttpPool pool = HttpPool.builder("shop").build();
        pool.close();

        assertThatIllegalStateException().isThrownBy(() -> PoolMetrics.of(pool).bindTo(registry));
    }
}
