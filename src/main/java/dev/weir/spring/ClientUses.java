package dev.weir.spring;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the clients that were made, for as long as they are there. Thread-safe. */
final class ClientUses {

    /** What a client is made for. The client holds on to it, and nothing else does. Thread-safe. */
    static final class Use {

        private final String pool;
        private final boolean isReactive;
        private final Supplier<PoolKey> lookup;
        private volatile @Nullable PoolKey taken;

        private Use(String pool, boolean isReactive, Supplier<PoolKey> lookup) {
            this.pool = pool;
            this.isReactive = isReactive;
            this.lookup = lookup;
        }

        /** Returns the key of the pool that the client takes now, which it keeps. */
        PoolKey take() {
            PoolKey key = lookup.get();
            taken = key;
            return key;
        }

        /** Whether the client has that pool, or would get it now: properties may change until its first request. */
        private boolean isOf(PoolKey key) {
            PoolKey mine = taken;
            return pool.equals(key.pool()) && key.equals(mine == null ? lookup.get() : mine);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Set<Use> uses = Collections.newSetFromMap(new WeakHashMap<>());

    Use ofBlocking(String pool, Supplier<PoolKey> lookup) {
        return add(new Use(pool, false, lookup));
    }

    Use ofReactive(String pool, Supplier<PoolKey> lookup) {
        return add(new Use(pool, true, lookup));
    }

    private Use add(Use use) {
        lock.lock();
        try {
            uses.add(use);
            return use;
        } finally {
            lock.unlock();
        }
    }

    int blocking(PoolKey key) {
        return (int)
                copy().stream().filter(use -> !use.isReactive && use.isOf(key)).count();
    }

    int reactive(PoolKey key) {
        return (int)
                copy().stream().filter(use -> use.isReactive && use.isOf(key)).count();
    }

    /** Returns how many clients there are, by the name of the pool that they asked for. */
    Map<String, Integer> byPool() {
        Map<String, Integer> counts = new TreeMap<>();
        copy().forEach(use -> counts.merge(use.pool, 1, Integer::sum));
        return counts;
    }

    /** Keys are looked up under no lock, see {@link FirstLookup}. */
    private Set<Use> copy() {
        lock.lock();
        try {
            return Set.copyOf(uses);
        } finally {
            lock.unlock();
        }
    }
}
