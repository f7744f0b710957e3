package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import dev.weir.spring.PoolChange;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What can be done to a running pool from outside; each returns the pool. Thread-safe. */
final class PoolOperations {

    private final HttpPools pools;
    private final Logger log;

    PoolOperations(HttpPools pools) {
        this(pools, LoggerFactory.getLogger(HttpPools.class));
    }

    PoolOperations(HttpPools pools, Logger log) {
        this.pools = pools;
        this.log = log;
    }

    ManagedPool evictIdle(String name, String requester) {
        ManagedPool pool = find(name);
        pool.evictIdle();
        log.info("Pool '{}': idle connections are closed by {}", pool.name(), requester);
        return pool;
    }

    ManagedPool drainRoute(String name, String target, String requester) {
        ManagedPool pool = find(name);
        pool.drainRoute(target);
        log.info("Pool '{}': connections to {} are drained by {}", pool.name(), target, requester);
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
