package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * Brings the pools to rest after everything that makes requests has stopped: requests under way finish, as far as they get
 * on (see {@link RestRule}), then idle connections close. What still calls afterwards, such as a deregistration, opens new
 * ones; so the context may also start again. The pools are closed with the context.
 */
final class PoolLifecycle implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);
    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

    private final HttpPools pools;
    private final Supplier<Duration> longest;
    private final Runnable warmUp;
    private final Logger log;
    private volatile boolean isRunning;

    /**
     * Creates it.
     *
     * @param pools the pools
     * @param longest how long requests under way may take, looked up when there are any
     * @param warmUp opens the first connections
     */
    PoolLifecycle(HttpPools pools, Supplier<Duration> longest, Runnable warmUp) {
        this(pools, longest, warmUp, LOG);
    }

    PoolLifecycle(HttpPools pools, Supplier<Duration> longest, Runnable warmUp, Logger log) {
        this.pools = pools;
        this.longest = longest;
        this.warmUp = warmUp;
        this.log = log;
    }

    @Override
    public void start() {
        warmUp.run();
        isRunning = true;
    }

    @Override
    public void stop() {
        awaitRest();
        pools.pools().forEach(ManagedPool::evictIdle);
        pools.prepare();
        isRunning = false;
    }

    private void awaitRest() {
        List<PoolSnapshot> now = snapshots();
        if (RestRule.isAtRest(now)) {
            return;
        }
        Duration most = longest.get();
        log.info("Requests under way may finish within {} ms: {}", most.toMillis(), RestRule.describe(now));
        RestRule rule = new RestRule(most, System.nanoTime());
        while (rule.watch(now, System.nanoTime()) && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
            now = snapshots();
        }
        if (!RestRule.isAtRest(now)) {
            log.warn(
                    "Not waiting any longer for requests under way, which end with their pools: {}",
                    RestRule.describe(now));
        }
    }

    private List<PoolSnapshot> snapshots() {
        return pools.pools().stream().map(ManagedPool::snapshot).toList();
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
