package dev.weir.spring;

import dev.weir.ManagedPool;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * Brings the pools to rest after everything that makes requests has stopped: requests under way finish, then idle connections
 * close. What still calls afterwards, such as a deregistration, opens new ones; so the context may also start again. The pools
 * are closed with the context.
 */
final class PoolLifecycle implements SmartLifecycle {

    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

    private final HttpPools pools;
    private final Duration longest;
    private volatile boolean isRunning;

    /**
     * Creates it.
     *
     * @param pools the pools
     * @param longest how long requests under way may take
     */
    PoolLifecycle(HttpPools pools, Duration longest) {
        this.pools = pools;
        this.longest = longest;
    }

    @Override
    public void start() {
        isRunning = true;
    }

    @Override
    public void stop() {
        long start = System.nanoTime();
        while (isBusy()
                && System.nanoTime() - start < longest.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        pools.pools().forEach(ManagedPool::evictIdle);
        pools.prepare();
        isRunning = false;
    }

    private boolean isBusy() {
        return pools.pools().stream().map(ManagedPool::snapshot).anyMatch(now -> now.leased() + now.pending() > 0);
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
