package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import dev.weir.ManagedPool;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.boot.http.client.HttpClientSettings;

/** Makes pools, each under a name of its own, and renews them when their bundles of keys are renewed. Thread-safe. */
final class PoolMaker {

    private static final String ASYNC = "-async";

    private final FirstLookup<Plans> plans;
    private final FirstLookup<PoolFactory> factory;
    private final BundleNames bundles;
    private final Registry registry;
    private final ClientUses uses;
    private final Function<String, SettingOrigins> origins;
    private final ConcurrentMap<String, Boolean> watchedBundles = new ConcurrentHashMap<>();

    PoolMaker(
            FirstLookup<Plans> plans,
            FirstLookup<PoolFactory> factory,
            BundleNames bundles,
            Registry registry,
            ClientUses uses,
            Function<String, SettingOrigins> origins) {
        this.plans = plans;
        this.factory = factory;
        this.bundles = bundles;
        this.registry = registry;
        this.uses = uses;
        this.origins = origins;
    }

    /** Returns the name of the pool that asynchronous clients have where blocking ones have another. */
    static String async(String name) {
        return PoolNames.valid(name, ASYNC);
    }

    BlockingPool blocking(PoolKey key) {
        HttpClientSettings settings = key.currentSettings(bundles);
        PoolPlan plan = plans.get().of(key.pool(), settings);
        watch(key, plan);
        BlockingPool pool = registry.add(key.pool(), key, name -> factory.get().blocking(name, plan, settings));
        PoolNotice.log(pool.pool(), clients(pool.pool(), key), settings(pool.pool(), key));
        catchUp(key, pool.pool(), pool.renewal(), settings);
        return pool;
    }

    AsyncPool async(PoolKey key) {
        HttpClientSettings settings = key.currentSettings(bundles);
        PoolPlan plan = plans.get().of(key.pool(), settings);
        watch(key, plan);
        String wanted = plan.isAsync() ? key.pool() : async(key.pool());
        AsyncPool pool = registry.add(wanted, key, name -> factory.get().async(name, plan, settings));
        PoolNotice.log(pool.pool(), clients(pool.pool(), key), settings(pool.pool(), key));
        catchUp(key, pool.pool(), pool.renewal(), settings);
        return pool;
    }

    /**
     * Counts the clients of a pool. Reactive ones use an asynchronous pool, blocking ones where it speaks HTTP/2 to them.
     */
    int clients(ManagedPool pool, PoolKey key) {
        if (!(pool instanceof AsyncHttpPool)) {
            return uses.blocking(key);
        }
        boolean isForAll = plans.get().of(key.pool(), key.settings()).isAsync();
        return uses.reactive(key) + (isForAll ? uses.blocking(key) : 0);
    }

    /** Lists the settings of a pool with their origins. */
    List<PoolSetting> settings(ManagedPool pool, PoolKey key) {
        PoolConfig configured = registry.configured(pool);
        PoolPlan plan = plans.get().of(key.pool(), key.currentSettings(bundles));
        return origins.apply(key.pool()).of(pool.config(), configured, planned(plan, configured));
    }

    /** Lists what a route of a pool has set for itself, with the origins. */
    List<PoolSetting> settings(ManagedPool pool, PoolKey key, String target) {
        PoolConfig configured = registry.configured(pool);
        PoolPlan plan = plans.get().of(key.pool(), key.currentSettings(bundles));
        return origins.apply(key.pool()).ofRoute(target, pool.config(), configured, planned(plan, configured));
    }

    /** What does not go without the code of the application is not from properties alone. */
    private static PoolConfig planned(PoolPlan plan, PoolConfig configured) {
        try {
            return plan.check();
        } catch (InvalidPoolConfigException e) {
            return configured;
        }
    }

    private void watch(PoolKey key, PoolPlan plan) {
        watchRoutes(plan);
        String bundle = key.bundleName();
        if (bundle != null) {
            watch(bundle);
        }
    }

    /** Has the keys of routes renewed with their bundles. */
    void watchRoutes(PoolPlan plan) {
        plan.routeBundles().forEach(this::watch);
    }

    private void watch(String bundle) {
        watchedBundles.computeIfAbsent(bundle, name -> {
            bundles.onRenewal(name, () -> renew(name));
            return true;
        });
    }

    private void renew(String bundle) {
        registry.forEach((key, pool, renewal) -> {
            if (bundle.equals(key.bundleName()) || isOfRoute(bundle, key)) {
                renew(key, pool, renewal);
            }
        });
    }

    private boolean isOfRoute(String bundle, PoolKey key) {
        return plans.get().of(key.pool(), key.settings()).routeBundles().contains(bundle);
    }

    private void renew(PoolKey key, ManagedPool pool, Consumer<HttpClientSettings> renewal) {
        HttpClientSettings settings = key.currentSettings(bundles);
        renewal.accept(settings);
        pool.tlsChanged();
        catchUp(key, pool, renewal, settings);
    }

    /** Renews a pool once more if its bundle of keys was renewed while these settings were put to use. */
    private void catchUp(PoolKey key, ManagedPool pool, Consumer<HttpClientSettings> renewal, HttpClientSettings used) {
        if (key.currentSettings(bundles).sslBundle() != used.sslBundle()) {
            renew(key, pool, renewal);
        }
    }
}
