package dev.weir.ways;

import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/** A pool with the blocking client that it has. */
record WayPool(ManagedPool pool, CloseableHttpClient client) implements AutoCloseable {

    PoolSnapshot snapshot() {
        return pool.snapshot();
    }

    /**
     * Waits until the pool has caught up with its caller: the last response may come before its connection is given back.
     */
    PoolSnapshot await(Predicate<PoolSnapshot> state) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        PoolSnapshot now = snapshot();
        while (!state.test(now) && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            now = snapshot();
        }
        return now;
    }

    @Override
    public void close() {
        pool.close();
    }
}
