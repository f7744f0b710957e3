package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.pool.ClosedPool;
import dev.weir.internal.pool.PoolControl;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the next configuration of a pool must be: for this pool, and for its kind. */
final class NextConfig {

    private NextConfig() {}

    /**
     * Checks a configuration, and returns it with the objects of the previous one that survive it.
     *
     * @throws NullPointerException if there is none
     * @throws IllegalArgumentException if it is another pool's, or for another kind of pool
     * @throws PoolClosedException if the pool is closed
     */
    static PoolConfig check(PoolControl control, PoolConfig previous, @Nullable PoolConfig next) {
        Objects.requireNonNull(next, "config must not be null");
        if (!next.name().equals(previous.name())) {
            throw new IllegalArgumentException("Pool '" + previous.name() + "' cannot take the configuration of pool '"
                    + next.name() + "': make it with config().toBuilder()");
        }
        if (next.isAsync() != previous.isAsync()) {
            throw new IllegalArgumentException("Pool '" + previous.name() + "' is " + kind(previous)
                    + " and cannot take a configuration for a pool that is " + kind(next)
                    + ": make it with config().toBuilder() and " + build(previous));
        }
        if (control.isClosed()) {
            throw ClosedPool.closed(previous.name());
        }
        return HttpPoolBuilder.next(next, previous);
    }

    private static String kind(PoolConfig config) {
        return config.isAsync() ? "asynchronous" : "blocking";
    }

    private static String build(PoolConfig config) {
        return config.isAsync() ? "buildAsync()" : "build()";
    }
}
