package dev.weir.spring;

import dev.weir.ManagedPool;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The pools of an application. Each is built when a client first uses it, and all are closed with the application's context.
 * Thread-safe.
 *
 * <p>Clients share a pool if they ask for the same name and have the same settings of Boot's ({@link HttpClientSettings}).
 * In the name of a pool, each character that is not a letter, digit, dot, dash or underscore becomes a dash; names are cut
 * after 64 characters. A further pool of the same name, for clients with other settings, has a number appended to its name.
 * Where blocking clients speak HTTP/1.1 and a {@code WebClient} uses the same name, the pool of the latter is called
 * {@code <name>-async}.
 *
 * <p>If there are many pools for clients whose settings come from code, such as a timeout, the unused ones are closed, and
 * their clients get new ones at their next request.
 *
 * <p>The pool of clients with an SSL bundle without a name is closed some time after the last of them was garbage collected,
 * when another client makes its first request.
 */
public final class HttpPools implements AutoCloseable {

    /** The name of the pool of every client that does not ask for another: {@value}. */
    public static final String DEFAULT = "default";

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final FirstLookup<Plans> plans;
    private final FirstLookup<PoolFactory> factory;
    private final BundleNames bundles;
    private final Registry registry = new Registry();
    private final ClientUses uses = new ClientUses();
    private final ConcurrentMap<PoolKey, OnFirstUse<ClientHttpRequestFactory>> blocking = new ConcurrentHashMap<>();
    private final ConcurrentMap<PoolKey, OnFirstUse<AsyncPool>> async = new ConcurrentHashMap<>();
    private final PoolMaker maker;
    private final Supplier<List<String>> bypasses;
    private final PassingPools<BlockingPool> passingBlocking;
    private final PassingPools<AsyncPool> passingAsync;

    HttpPools(
            FirstLookup<Plans> plans,
            FirstLookup<PoolFactory> factory,
            BundleNames bundles,
            Function<String, SettingOrigins> origins,
            Supplier<List<String>> bypasses) {
        this.bypasses = bypasses;
        this.plans = plans;
        this.factory = factory;
        this.bundles = bundles;
        this.maker = new PoolMaker(plans, factory, bundles, registry, uses, origins);
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
     * Counts the clients that were created for a pool and still exist, whether they have made a request or not. Clients of
     * one builder count once, because they share a request factory.
     *
     * @param pool a pool of {@link #pools()}
     * @return the number; 0 if the pool is not one of these, or no longer
     */
    public int clients(ManagedPool pool) {
        return registry.key(pool).map(key -> maker.clients(pool, key)).orElse(0);
    }

    /** Returns how many clients there are, by the name of the pool that they requested. */
    Map<String, Integer> clients() {
        return uses.byPool();
    }

    /**
     * Lists the settings in force of a pool, where each comes from, and the configured value if a change of the running pool
     * differs from it.
     *
     * @param pool a pool of {@link #pools()}
     * @return the settings; empty if the pool is not one of these, or no longer
     */
    public List<PoolSetting> settings(ManagedPool pool) {
        return registry.key(pool).map(key -> maker.settings(pool, key)).orElseGet(List::of);
    }

    /**
     * Lists the settings of a route that differ from those of its pool by a rule for it, or for a pattern that matches it:
     * where each comes from, and the configured value if a change of the running pool differs from it.
     *
     * @param pool a pool of {@link #pools()}
     * @param target a target such as {@code https://recs:8443}
     * @return the settings, including those that adapt to others of the rules; empty if no rule matches, or the pool is not
     *     one of these
     * @throws IllegalArgumentException if that is not a target
     */
    public List<PoolSetting> settings(ManagedPool pool, String target) {
        return registry.key(pool).map(key -> maker.settings(pool, key, target)).orElseGet(List::of);
    }

    /**
     * Names the pools that have properties and were not built, because no client has used them yet.
     *
     * @return the names in the properties, in order
     */
    public List<String> unused() {
        Set<String> built = new HashSet<>();
        registry.forEach((key, pool, renewal) -> built.add(key.pool()));
        return plans.get().properties().pools().keySet().stream()
                .filter(name -> !built.contains(name))
                .sorted()
                .toList();
    }

    /**
     * Names the beans that make requests without a pool because they were created without Boot's builders, such as by
     * {@code RestClient.create()}, and the kinds of clients that run on another library, or on a builder of the application's
     * own.
     *
     * @return a sentence for each, with what to do about it
     */
    public List<String> bypasses() {
        return bypasses.get();
    }

    /**
     * Lets a {@code RestClient} use a pool: {@code builder.apply(httpPools.restClient("payments")).build()}. A bundle of
     * keys that {@code RestClientSsl} gave the builder before stays.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return the change of the builder
     * @throws NullPointerException if the name is null
     * @throws IllegalArgumentException if no such pool has settings, but one with almost the same name has
     */
    public Consumer<RestClient.Builder> restClient(String pool) {
        String name = known(pool);
        return RestClients.on(bundle -> requestFactory(name, general(bundle)));
    }

    /**
     * Lets a {@code WebClient} use a pool: {@code builder.apply(httpPools.webClient("payments")).build()}. Needs
     * {@code httpcore5-reactive} on the class path. A bundle of keys that {@code WebClientSsl} gave the builder before
     * stays.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return the change of the builder
     * @throws NullPointerException if the name is null
     * @throws IllegalArgumentException if no such pool has settings, but one with almost the same name has
     */
    public Consumer<WebClient.Builder> webClient(String pool) {
        String name = known(pool);
        return WebClients.on(bundle -> connector(name, general(bundle)));
    }

    /**
     * Returns a {@code CloseableHttpClient} that uses a pool, for libraries that take one:
     * {@code new ApacheHttp5Client(httpPools.httpClient("payments"))} for Feign. The pool is built at the first request;
     * closing the client closes nothing.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return a client, thread-safe
     * @throws NullPointerException if the name is null
     * @throws IllegalArgumentException if no such pool has settings, but one with almost the same name has
     */
    public CloseableHttpClient httpClient(String pool) {
        String name = known(pool);
        HttpClientSettings general = general(null);
        ClientUses.Use use = uses.ofBlocking(name, () -> key(name, general));
        return new PoolHttpClient(new FirstLookup<>(() -> client(use.take())));
    }

    private CloseableHttpClient client(PoolKey key) {
        return (CloseableHttpClient) ((HttpComponentsClientHttpRequestFactory) requests(key)).getHttpClient();
    }

    private PoolKey key(String name, HttpClientSettings settings) {
        return PoolKey.of(name, plans.get().keyed(name, settings, bundles), bundles);
    }

    /** A client's own keys are more specific than those of all clients. */
    private HttpClientSettings general(@Nullable SslBundle bundle) {
        HttpClientSettings general = plans.get().general();
        return bundle == null ? general : general.withSslBundle(bundle);
    }

    private String known(String pool) {
        Set<String> configured = plans.get().properties().pools().keySet();
        PoolNames.misspelled(Objects.requireNonNull(pool, "pool"), configured).ifPresent(nearest -> {
            throw new UnknownPoolException(pool, nearest, configured);
        });
        return pool;
    }

    /** Returns the pool that the clients of a group use: that of its name if anything is set for it. */
    String poolOf(String group, HttpClientSettings settings) {
        // No more than a warning: a group exists in its own right, whatever the pools are called.
        PoolNames.misspelled(group, plans.get().properties().pools().keySet())
                .ifPresent(nearest -> LOG.warn(
                        "There is no property weir.pools.{}, but there is weir.pools.{}: if that is meant for the group"
                                + " '{}', one of the two names is misspelled",
                        group,
                        nearest,
                        group));
        return plans.get().isConfigured(group) || !settings.equals(plans.get().general()) ? group : DEFAULT;
    }

    ClientHttpRequestFactory requestFactory(String name, HttpClientSettings settings) {
        names(settings);
        ClientUses.Use use = uses.ofBlocking(name, () -> key(name, settings));
        return new PoolRequestFactory(new FirstLookup<>(() -> requests(use.take())), settings.sslBundle());
    }

    Plans plans() {
        return plans.get();
    }

    /** Returns the pool of blocking clients, and builds it if it is not built yet. */
    ManagedPool built(String name, HttpClientSettings settings) {
        PoolKey key = key(name, settings);
        requests(key);
        return registry.of(key);
    }

    /** Returns the pool of reactive clients, and builds it if it is not built yet. */
    ManagedPool builtAsync(String name, HttpClientSettings settings) {
        prepare();
        return asyncPool(key(name, settings)).pool();
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
        names(settings);
        ClientUses.Use use = uses.ofReactive(name, () -> key(name, settings));
        return WebClients.connector(() -> connected(use.take()), settings.sslBundle());
    }

    private ClientHttpConnector connected(PoolKey key) {
        prepare();
        registry.closeAbandoned(this::forget);
        return plans.get().isFromCode(key) ? WebClients.with(passingAsync, key) : WebClients.with(asyncPool(key));
    }

    /** Notes the name of a bundle before it may be renewed: settings hold on to the one that they began with. */
    private void names(HttpClientSettings settings) {
        bundles.of(settings.sslBundle());
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

    // Another thread may have begun again with the same key.
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
