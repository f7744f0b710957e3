package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.config.PoolConfig;
import dev.weir.failure.PoolClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * Takes properties that have changed since the start into the pools that are built and into those to come: all of them, or,
 * if anything is wrong, none. Thread-safe.
 */
final class PoolRefresh {

    private record Change(ManagedPool pool, PoolConfig configured) {}

    private final FirstLookup<Plans> plans;
    private final FirstLookup<PoolFactory> factory;
    private final BundleNames bundles;
    private final Registry registry;
    private final Supplier<Plans> reader;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Creates it.
     *
     * @param plans what is planned at present
     * @param factory makes configurations
     * @param bundles the bundles of keys
     * @param registry the pools
     * @param reader reads the properties again, and throws if they are wrong
     */
    PoolRefresh(
            FirstLookup<Plans> plans,
            FirstLookup<PoolFactory> factory,
            BundleNames bundles,
            Registry registry,
            Supplier<Plans> reader) {
        this.plans = plans;
        this.factory = factory;
        this.bundles = bundles;
        this.registry = registry;
        this.reader = reader;
    }

    void run(String requester) {
        lock.lock();
        try {
            Plans next = reader.get();
            List<Change> changes = changes(next);
            plans.replace(next);
            changes.forEach(change -> apply(change, requester));
        } finally {
            lock.unlock();
        }
    }

    private List<Change> changes(Plans next) {
        List<Change> changes = new ArrayList<>();
        registry.forEach((key, pool, renewal) -> {
            HttpClientSettings settings = key.currentSettings(bundles);
            PoolConfig configured = factory.get().configured(pool, next.of(key.pool(), settings), settings);
            if (!configured.equals(registry.configured(pool))) {
                changes.add(new Change(pool, configured));
            }
        });
        return changes;
    }

    private void apply(Change change, String requester) {
        try {
            change.pool().reconfigure(change.configured(), requester);
            registry.configure(change.pool(), change.configured());
        } catch (PoolClosedException gone) {
            // Its next client gets a pool by the new plan.
        }
    }
}
