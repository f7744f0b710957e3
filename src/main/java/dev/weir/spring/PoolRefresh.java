package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.config.PoolConfig;
import dev.weir.failure.PoolClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * Takes properties that have changed since the start into the pools that are built and into those to come: all of them, or,
 * if anything is wrong, none. Thread-safe.
 */
final class PoolRefresh {

    private record Change(ManagedPool pool, PoolPlan plan, PoolConfig configured) {}

    private final FirstLookup<Plans> plans;
    private final FirstLookup<PoolFactory> factory;
    private final BundleNames bundles;
    private final Registry registry;
    private final Supplier<Plans> reader;
    private final Consumer<PoolPlan> watch;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Creates it.
     *
     * @param plans what is planned at present
     * @param factory makes configurations
     * @param bundles the bundles of keys
     * @param registry the pools
     * @param reader reads the properties again, and throws if they are wrong
     * @param watch has the bundles of a plan watched, whose keys may be renewed
     */
    PoolRefresh(
            FirstLookup<Plans> plans,
            FirstLookup<PoolFactory> factory,
            BundleNames bundles,
            Registry registry,
            Supplier<Plans> reader,
            Consumer<PoolPlan> watch) {
        this.plans = plans;
        this.factory = factory;
        this.bundles = bundles;
        this.registry = registry;
        this.reader = reader;
        this.watch = watch;
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
        registry.forEachKeys((key, pool, keys) -> {
            HttpClientSettings settings = key.currentSettings(bundles);
            PoolPlan plan = next.of(key.pool(), settings).with(keys::context);
            PoolConfig configured = factory.get().configured(pool, plan, settings);
            PoolConfig before = registry.configured(pool);
            if (!configured.equals(before) || !contexts(configured).equals(contexts(before))) {
                changes.add(new Change(pool, plan, configured));
            }
        });
        return changes;
    }

    /** The keys of the routes, which are no part of what makes configurations equal. */
    private static List<Optional<SSLContext>> contexts(PoolConfig config) {
        return config.routes().stream()
                .map(rule -> config.effective(rule.target().replace("*", "any")).sslContext())
                .toList();
    }

    private void apply(Change change, String requester) {
        try {
            change.pool().reconfigure(change.configured(), requester);
            registry.configure(change.pool(), change.configured());
            watch.accept(change.plan());
        } catch (PoolClosedException gone) {
            // Its next client gets a pool by the new plan.
        }
    }
}
