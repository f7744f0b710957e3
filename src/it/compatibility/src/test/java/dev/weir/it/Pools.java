package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.event.RouteSnapshot;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Pools with time for a busy machine, and what holds for each of them after its use. */
final class Pools {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Pools() {}

    static HttpPool blocking() {
        return HttpPool.builder("compatibility")
                .timeouts(t -> t.connect(Duration.ofSeconds(10)).read(Duration.ofSeconds(30)))
                .build();
    }

    static AsyncHttpPool async(Protocol protocol) {
        return HttpPool.builder("compatibility")
                .protocol(protocol)
                .timeouts(t -> t.connect(Duration.ofSeconds(10)).read(Duration.ofSeconds(30)))
                .buildAsync();
    }

    /** Fails unless the pool has served, keeps nothing leased and is open though its user may be closed. */
    static void assertServed(ManagedPool pool) {
        long startNanos = System.nanoTime();
        // Over HTTP/2, a caller may have its response a moment before the place on the connection is free.
        while (leased(pool) > 0 && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        assertThat(pool.snapshot().routes()).anySatisfy(route -> {
            assertThat(route.opened()).isPositive();
            assertThat(route.leased()).isZero();
            assertThat(route.idle()).isPositive();
        });
    }

    private static int leased(ManagedPool pool) {
        return pool.snapshot().routes().stream().mapToInt(RouteSnapshot::leased).sum();
    }
}
