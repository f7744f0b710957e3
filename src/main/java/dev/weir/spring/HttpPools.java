package dev.weir.spring;

import dev.weir.ManagedPool;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The pools of an application. Each is built when a client first uses it, and all are closed with the application's context.
 * Thread-safe.
 *
 * <p>Clients share a pool if they ask for the same name and have the same settings of Boot's ({@link HttpClientSettings}).
 * What is neither letter, digit, dot, dash nor underscore becomes a dash in the name of a pool, and after 64 letters it ends.
 * A further pool of the same name, for clients with other settings, has a number behind its name. Where blocking clients
 * speak HTTP/1.1 and a {@code WebClient} uses the same name, the pool of the latter is called {@code <name>-async}.
 *
 * <p>Of the pools of clients whose settings come from code, such as a timeout, those stay open that are used: if there are many,
 * those that are not are closed, and their clients get new ones at their next request.
 *
 * <p>The pool of clients that were given an SSL bundle without a name closes after the last of them is gone, when a further client
 * makes its first request.
 */
public final class HttpPools implements AutoCloseable {

    /** The name of the pool of every client that does not ask for another: {@value}. */
    public static final String DEFAULT = "default";

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final FirstLookup<Plans> plans;
    private final FirstLookup<PoolFactory> factory;
    private final BundleNames bundles;
    private final Registry registry = new Registry();
    private final ConcurrentMap<PoolKey, OnFirstUse<ClientHttpRequestFactory>> blocking = new ConcurrentHashMap<>();
    private final ConcurrentMap<PoolKey, OnFirstUse<AsyncPool>> async = new ConcurrentHashMap<>();
    private final PoolMaker maker;
    private final PassingPools<BlockingPool> passingBlocking;
    private final PassingPools<AsyncPool> passingAsync;

    HttpPools(FirstLookup<Plans> plans, FirstLookup<PoolFactory> factory, BundleNames bundles) {
        this.plans = plans;
        this.factory = factory;
        this.bundles = bundles;
        this.maker = new PoolMaker(plans, factory, bundles, registry);
        this.passingBlocking = passing(maker::blocking);
        this.passingAsync = passing(maker::async);
    }

    private <P extends BuiltPool> PassingPools<P> passing(Function<PoolKey, P> make) {
        return new PassingPools<>(make, pool -> registry.close(pool.pool()), System::nanoTime, LOG);
    }

    /**
     * Returns the pools that were built so far.
     *
     * @return the pools in the order of their names; a copy
     */
    public Collection<ManagedPool> pools() {
        return registry.pools();
    }

    /**
     * Returns a pool.
     *
     * @param name the name of the pool
     * @return the pool; empty if no client has used it yet
     * @throws NullPointerException if the name is null
     */
    public Optional<ManagedPool> find(String name) {
        Objects.requireNonNull(name, "name");
        return registry.find(PoolNames.valid(name, "")).or(() -> registry.find(PoolMaker.async(name)));
    }

    /**
     * Lets a {@code RestClient} use a pool: {@code builder.apply(httpPools.restClient("payments")).build()}.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return what has to be done to the builder
     * @throws NullPointerException if the name is null
     * @throws IllegalArgumentException if no such pool has settings, but one with almost the same name has
     */
    public Consumer<RestClient.Builder> restClient(String pool) {
        return RestClients.on(requestFactory(known(pool), plans.get().general()));
    }

    /**
     * Lets a {@code WebClient} use a pool: {@code builder.apply(httpPools.webClient("payments")).build()}. Needs
     * {@code httpcore5-reactive} on the class path.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return what has to be done to the builder
     * @throws NullPointerException if the name is null
     * @throws IllegalArgumentException if no such pool has settings, but one with almost the same name has
     */
    public Consumer<WebClient.Builder> webClient(String pool) {
        return WebClients.on(connector(known(pool), plans.get().general()));
    }

    private String known(String pool) {
        Set<String> configured = plans.get().properties().pools().keySet();
        PoolNames.misspelt(Objects.requireNonNull(pool, "pool"), configured).ifPresent(nearest -> {
            throw new UnknownPoolException(pool, nearest, configured);
        });
        return pool;
    }

    /** Returns the pool that the clients of a group use: that of its name if anything is set for it. */
    String poolOf(String group, HttpClientSettings settings) {
        // No more than a warning: a group exists in its own right, whatever the pools are called.
        PoolNames.misspelt(group, plans.get().properties().pools().keySet())
                .ifPresent(nearest -> LOG.warn(
                        "There is no property weir.pools.{}, but there is weir.pools.{}: if that is meant for the group"
                                + " '{}', one of the two names is misspelt",
                        group,
                        nearest,
                        group));
        return plans.get().isConfigured(group) || !settings.equals(plans.get().general()) ? group : DEFAULT;
    }

    ClientHttpRequestFactory requestFactory(String name, HttpClientSettings settings) {
        PoolKey key = PoolKey.of(name, settings, bundles);
        return new PoolRequestFactory(new FirstLookup<>(() -> requests(key)));
    }

    private ClientHttpRequestFactory requests(PoolKey key) {
        prepare();
        registry.closeAbandoned(this::forget);
        boolean isFromCode = plans.get().isFromCode(key);
        if (plans.get().of(key.pool(), key.settings()).isAsync()) {
            return isFromCode
                    ? AsyncPool.passing(passingAsync, key)
                    : asyncPool(key).requestFactory();
        }
        return isFromCode
                ? BlockingPool.passing(passingBlocking, key)
                : made(blocking, key, () -> requestsOfOnePool(key));
    }

    private ClientHttpRequestFactory requestsOfOnePool(PoolKey key) {
        BlockingPool pool = maker.blocking(key);
        return (key.isLasting() ? pool : pool.heldByRequests()).requestFactory();
    }

    ClientHttpConnector connector(String name, HttpClientSettings settings) {
        PoolKey key = PoolKey.of(name, settings, bundles);
        return WebClients.connector(() -> {
            prepare();
            registry.closeAbandoned(this::forget);
            return plans.get().isFromCode(key) ? WebClients.with(passingAsync, key) : WebClients.with(asyncPool(key));
        });
    }

    private AsyncPool asyncPool(PoolKey key) {
        return made(async, key, () -> maker.async(key));
    }

    // While one was being made it may have been taken for one whose client is gone.
    private static <T> T made(Map<PoolKey, OnFirstUse<T>> all, PoolKey key, Supplier<T> maker) {
        OnFirstUse<T> holder = all.computeIfAbsent(key, each -> new OnFirstUse<>(maker, each.isLasting()));
        try {
            T made = holder.get();
            all.putIfAbsent(key, holder);
            return made;
        } catch (RuntimeException | Error e) {
            if (!key.isLasting() && holder.isEmpty()) {
                all.remove(key, holder);
            }
            throw e;
        }
    }

    // Somebody may have begun anew with the same key.
    private void forget(PoolKey key) {
        blocking.computeIfPresent(key, (same, client) -> client.isEmpty() ? null : client);
        async.computeIfPresent(key, (same, pool) -> pool.isEmpty() ? null : pool);
    }

    /**
     * Looks up the beans that pools are built by: while that can be done, since beans that are destroyed may make the first
     * request of all; and under no lock, see {@link FirstLookup}.
     */
    void prepare() {
        plans.get();
        factory.get();
    }

    /** Closes all pools and their connections at once. Does nothing the second time. */
    @Override
    public void close() {
        registry.close();
    }
}
