package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import dev.weir.spring.PoolChange;
import java.util.stream.Collectors;

/** What can be done to a running pool from outside; each returns the pool. Thread-safe. */
final class PoolOperations {

    private final HttpPools pools;

    PoolOperations(HttpPools pools) {
        this.pools = pools;
    }

    ManagedPool evictIdle(String name) {
        ManagedPool pool = find(name);
        pool.evictIdle();
        return pool;
    }

    ManagedPool drainRoute(String name, String target) {
        ManagedPool pool = find(name);
        pool.drainRoute(target);
        return pool;
    }

    ManagedPool change(String name, PoolChange change, String requester) {
        ManagedPool pool = find(name);
        pool.reconfigure(change.in(pool.config()), requester);
        return pool;
    }

    private ManagedPool find(String name) {
        return pools.find(name).orElseThrow(() -> new UnknownPoolException(name, names()));
    }

    private String names() {
        return pools.pools().stream().map(ManagedPool::name).collect(Collectors.joining(", "));
    }
}
