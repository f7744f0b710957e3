package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * Brings the pools to rest after everything that makes requests has stopped: requests under way finish, then idle connections
 * close. What still calls afterwards, such as a deregistration, opens new ones; so the context may also start again. The
 * pools are closed with the context.
 */
final class PoolLifecycle implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);
    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

    private final HttpPools pools;
    private final Supplier<Duration> longest;
    private volatile boolean isRunning;

    /**
     * Creates it.
     *
     * @param pools the pools
     * @param longest how long requests under way may take
     */
    PoolLifecycle(HttpPools pools, Supplier<Duration> longest) {
        this.pools = pools;
        this.longest = longest;
    }

    @Override
    public void start() {
        isRunning = true;
    }

    @Override
    public void stop() {
        long end = System.nanoTime() + longest.get().toNanos();
        String busy = busy();
        while (!busy.isEmpty()
                && System.nanoTime() - end < 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
            busy = busy();
        }
        if (!busy.isEmpty()) {
            LOG.warn("Not waiting any longer for requests under way, which end with their pools: {}", busy);
        }
        pools.pools().forEach(ManagedPool::evictIdle);
        pools.prepare();
        isRunning = false;
    }

    private String busy() {
        return pools.pools().stream()
                .map(ManagedPool::snapshot)
                .filter(pool -> underWay(pool) > 0)
                .map(pool -> underWay(pool) + " on '" + pool.name() + "'")
                .collect(Collectors.joining(", "));
    }

    private static int underWay(PoolSnapshot pool) {
        return pool.leased() + pool.pending() + pool.dialing();
    }

    @Override
    public boolean isRunning() {
        return isRunning;
    }

    /** Below the executors, which may still have requests to make. */
    @Override
    public int getPhase() {
        return ExecutorConfigurationSupport.DEFAULT_PHASE - 1024;
    }
}
