package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteConfig.Setting;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.client.Framework;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;
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
 * after 60 characters. A further pool of the same name, for clients with other settings, has a number appended to its name.
 * Where blocking clients speak HTTP/1.1 and a {@code WebClient} uses the same name, the pool of the latter is called
 * {@code <name>-async}.
 */
public final class HttpPools implements AutoCloseable {

    /** The name of the pool of every client that does not ask for another: {@value}. */
    static final String DEFAULT = "default";

    /** More than any application has that does not make settings for each request. */
    private static final int MANY = 32;

    private static final List<String> TIMES =
            List.of("timeouts.poolWait", "timeouts.connect", "timeouts.read", "timeouts.total");

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final WeirProperties properties;
    private final HttpClientSettings general;
    private final Bundles bundles;
    private final PropertyNames names;
    private final FirstLookup<Function<String, HttpClientSettings>> groups;
    private final FirstLookup<Parts> parts;
    private final Map<String, PoolMapper> mappers = new ConcurrentHashMap<>();
    private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
    // Held while a pool is built, and while one is reloaded or closed.
    private final ReentrantLock lock = new ReentrantLock();
    // Both guarded by the lock.
    private boolean isClosed;
    private int reloads;

    /**
     * What pools are built with besides settings.
     *
     * @param customizers changes builders of pools, in their order
     * @param bypasses names what makes requests without a pool
     * @param isMocked whether a test puts its own request factory into builders
     */
    record Parts(List<HttpPoolCustomizer> customizers, Supplier<List<String>> bypasses, boolean isMocked) {}

    /** What clients must have in common to share a pool. A bundle counts by its name, so that it may be updated. */
    private record Key(
            String pool,
            boolean isAsync,
            HttpClientSettings settings,
            @Nullable String bundle) {}

    /** A pool, and the TLS contexts of its bundles by their names. */
    private record Entry(ManagedPool pool, Map<String, ReloadableSslContext> contexts) {}

    HttpPools(
            WeirProperties properties,
            HttpClientSettings general,
            @Nullable SslBundles bundles,
            Environment environment,
            Supplier<Parts> parts) {
        this.properties = properties;
        this.general = general;
        this.bundles = new Bundles(bundles, this::reload);
        this.names = new PropertyNames(environment, this::mapper);
        this.groups = new FirstLookup<>(() -> groupSettings(environment, bundles, general));
        this.parts = new FirstLookup<>(parts);
        this.bundles.name(general.sslBundle()); // before it may be updated
    }

    /** From {@code spring.http.serviceclient}. */
    private static Function<String, HttpClientSettings> groupSettings(
            Environment environment, @Nullable SslBundles bundles, HttpClientSettings general) {
        // As a map, as Boot does it: names of groups with capitals or dots would be no names of properties.
        Map<String, HttpClientProperties> groups = Binder.get(environment)
                .bind("spring.http.serviceclient", Bindable.mapOf(String.class, HttpClientProperties.class))
                .orElse(Map.of());
        HttpClientSettingsPropertyMapper mapper = new HttpClientSettingsPropertyMapper(bundles, general);
        return group -> mapper.map(groups.get(group));
    }

    /**
     * Returns the pools that were built so far.
     *
     * @return the pools in the order of their names; a copy
     */
    public Collection<ManagedPool> pools() {
        return entries.values().stream()
                .map(Entry::pool)
                .sorted(Comparator.comparing(ManagedPool::name))
                .toList();
    }

    /**
     * Returns a pool.
     *
     * @param name the name of the pool
     * @return the pool; empty if no client has used it yet
     * @throws NullPointerException if the name is null
     */
    public Optional<ManagedPool> find(String name) {
        String valid = valid(Objects.requireNonNull(name, "name"));
        return pools().stream()
                .filter(pool -> pool.name().equals(valid) || pool.name().equals(valid + "-async"))
                .findFirst();
    }

    /**
     * Lets a {@code RestClient} use a pool: {@code builder.apply(httpPools.restClient("payments")).build()}.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return the change of the builder
     * @throws NullPointerException if the name is null
     */
    public Consumer<RestClient.Builder> restClient(String pool) {
        ClientHttpRequestFactory requests = requestFactory(Objects.requireNonNull(pool, "pool"), settings(pool));
        return builder -> {
            if (!parts.get().isMocked()) {
                builder.requestFactory(requests);
            }
            Bypasses.mark(builder);
        };
    }

    /**
     * Lets a {@code WebClient} use a pool: {@code builder.apply(httpPools.webClient("payments")).build()}. Needs
     * {@code httpcore5-reactive} on the class path.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return the change of the builder
     * @throws NullPointerException if the name is null
     */
    public Consumer<WebClient.Builder> webClient(String pool) {
        return PooledConnector.on(connector(Objects.requireNonNull(pool, "pool"), settings(pool)));
    }

    /**
     * Returns a {@code CloseableHttpClient} that uses a pool, for libraries that take one:
     * {@code new ApacheHttp5Client(httpPools.httpClient("payments"))} for Feign. The pool is built at the first request;
     * closing the client closes nothing.
     *
     * @param pool the name of a pool, with settings below {@code weir.pools.<name>} or without
     * @return a client, thread-safe
     * @throws NullPointerException if the name is null
     */
    public CloseableHttpClient httpClient(String pool) {
        Key key = key(Objects.requireNonNull(pool, "pool"), settings(pool), false);
        return new PooledClient(new FirstLookup<>(() -> client(key)));
    }

    private CloseableHttpClient client(Key key) {
        return entry(key).pool() instanceof AsyncHttpPool async
                ? async.blockingClient()
                : ((HttpPool) entry(key).pool()).client();
    }

    /** Boot's settings for the clients of a group. */
    HttpClientSettings settings(String group) {
        return groups.get().apply(group);
    }

    /** Returns the pool that the clients of a group use: that of its name if anything is set for it. */
    String poolOf(String group, HttpClientSettings settings) {
        return properties.pools().containsKey(group) || !settings.equals(general) ? group : DEFAULT;
    }

    ClientHttpRequestFactory requestFactory(String name, HttpClientSettings settings) {
        Key key = key(name, settings, false);
        return new PooledRequestFactory(
                new FirstLookup<>(() -> new HttpComponentsClientHttpRequestFactory(client(key))));
    }

    ClientHttpConnector connector(String name, HttpClientSettings settings) {
        Key key = key(name, settings, true);
        return new PooledConnector(
                new FirstLookup<>(() -> (AsyncHttpPool) entry(key).pool()));
    }

    private Key key(String name, HttpClientSettings settings, boolean isReactive) {
        PoolMapper mapper = mapper(name);
        HttpClientSettings own = bundles.with(mapper.bundle(), settings, general);
        String bundle = bundles.name(own.sslBundle());
        return new Key(name, isReactive || mapper.isAsync(), bundle == null ? own : own.withSslBundle(null), bundle);
    }

    private HttpClientSettings current(Key key) {
        return key.bundle() == null ? key.settings() : key.settings().withSslBundle(bundles.get(key.bundle()));
    }

    /** Looks up the beans that pools are built with, because a context that closes makes none. */
    void prepare() {
        parts.get();
    }

    PropertyNames names() {
        return names;
    }

    /** What the properties say of a pool. */
    PoolMapper mapper(String pool) {
        return mappers.computeIfAbsent(pool, name -> new PoolMapper(name, properties, general));
    }

    private Entry entry(Key key) {
        Entry present = entries.get(key);
        if (present != null) {
            return present;
        }
        Parts found = parts.get(); // under no lock: Spring makes beans under one of its own
        lock.lock();
        try {
            Entry other = entries.get(key);
            return other == null ? build(key, found) : other;
        } finally {
            lock.unlock();
        }
    }

    private Entry build(Key key, Parts found) {
        if (isClosed) {
            throw new PoolClosedException(key.pool(), "Pool '" + key.pool() + "' is closed with its application");
        }
        if (entries.size() == MANY) {
            LOG.warn(
                    "{} pools are open: clients share connections only if their settings are the same. Build clients"
                            + " once and keep them, with few different timeouts, or set timeouts by"
                            + " weir.pools.<name>.timeouts.*",
                    MANY);
        }
        int before = reloads;
        HttpClientSettings settings = current(key);
        Map<String, ReloadableSslContext> contexts = new HashMap<>();
        String name = freeName(key);
        HttpPoolBuilder builder = HttpPool.builder(name);
        Framework framework = new Framework(setting -> names.property(key.pool(), setting))
                .client(pool -> BootClients.builder(settings, pool))
                .asyncClient(pool -> BootClients.asyncBuilder(settings, pool));
        if (key.isAsync()) {
            builder.protocol(Protocol.NEGOTIATE);
        }
        tls(settings.sslBundle(), key.bundle(), builder, contexts);
        FilteredDns.apply(settings, builder);
        builder.redirects(settings.redirects() != HttpRedirects.DONT_FOLLOW);
        mapper(key.pool()).apply(builder, framework, settings, bundle -> context(bundle, contexts));
        found.customizers().forEach(customizer -> customizer.customize(name, builder));
        Entry entry = new Entry(key.isAsync() ? builder.buildAsync() : builder.build(), contexts);
        entries.put(key, entry);
        if (reloads != before) { // by something that a customizer did
            contexts.values().forEach(ReloadableSslContext::reload);
        }
        log(entry.pool().config());
        return entry;
    }

    /** Without a bundle, clients have what Boot's have: the JVM's default, and what system properties say of it. */
    private void tls(
            @Nullable SslBundle bundle,
            @Nullable String name,
            HttpPoolBuilder builder,
            Map<String, ReloadableSslContext> contexts) {
        if (bundle == null) {
            builder.sslContext(ReloadableSslContext.ofSystem());
        } else {
            builder.sslContext(name == null ? bundle.createSslContext() : context(name, contexts));
        }
        String[] protocols = bundle == null
                ? HttpsSupport.getSystemProtocols()
                : bundle.getOptions().getEnabledProtocols();
        String[] ciphers = bundle == null
                ? HttpsSupport.getSystemCipherSuits()
                : bundle.getOptions().getCiphers();
        builder.tls(tls -> {
            PropertyMapper map = PropertyMapper.get();
            map.from(protocols).to(tls::protocols);
            map.from(ciphers).to(tls::cipherSuites);
        });
    }

    private SSLContext context(String bundle, Map<String, ReloadableSslContext> contexts) {
        return contexts.computeIfAbsent(
                bundle, name -> new ReloadableSslContext(() -> bundles.get(name).createSslContext()));
    }

    private void reload(String bundle) {
        lock.lock();
        try {
            reloads++;
            entries.values().forEach(entry -> {
                ReloadableSslContext context = entry.contexts().get(bundle);
                if (context != null) {
                    context.reload();
                    entry.pool().tlsChanged();
                }
            });
        } finally {
            lock.unlock();
        }
    }

    /** Makes a name that no pool has yet: groups may be called anything, and their clients must work. */
    private String freeName(Key key) {
        String wanted =
                valid(key.pool()) + (key.isAsync() && !mapper(key.pool()).isAsync() ? "-async" : "");
        Set<String> taken = pools().stream().map(ManagedPool::name).collect(Collectors.toSet());
        String name = wanted;
        for (int number = 2; taken.contains(name); number++) {
            name = wanted + "-" + number;
        }
        return name;
    }

    private static String valid(String wanted) {
        // Browsers take dots alone for a way through directories.
        String name = wanted.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^\\.+$", "-");
        return name.substring(0, Math.min(name.length(), 52));
    }

    private static void log(PoolConfig config) {
        List<Setting> settings = config.effective().settings();
        LOG.info(
                "Pool '{}' is built: {} connections, {} per route; {}",
                config.name(),
                config.maxTotal(),
                config.maxPerRoute(),
                settings.stream()
                        .filter(setting -> TIMES.contains(setting.name()))
                        .map(HttpPools::described)
                        .collect(Collectors.joining(", ")));
        LOG.debug("Pool '{}': {}", config.name(), settings);
    }

    /** Such as {@code connect 800ms (shrunk to fit weir.pools.shop.timeouts.read = 1s)}. */
    private static String described(Setting time) {
        String value = time.value().equals("0s") ? "off" : time.value();
        String why =
                time.origin().startsWith("default, ") ? " (" + time.origin().substring(9) + ")" : "";
        return PropertyNames.kebab(time.name().replace("timeouts.", "")) + " " + value + why;
    }

    /** Returns what holds for a pool, or for a route of it, by the names of the properties that set it, or that would. */
    List<Setting> settings(ManagedPool pool, RouteConfig config) {
        String name = entries.entrySet().stream()
                .filter(entry -> entry.getValue().pool() == pool)
                .map(entry -> entry.getKey().pool())
                .findFirst()
                .orElseThrow();
        List<Setting> ofRoute = config.settings();
        List<Setting> ofPool = pool.config().effective().settings(); // the same, by the names that a pool has for them
        return IntStream.range(0, ofRoute.size())
                .mapToObj(i -> {
                    Setting setting = ofRoute.get(i);
                    String rule = setting.origin().replaceFirst("^route (.*)", "route[$1]." + setting.name());
                    boolean isOfRule = !rule.equals(setting.origin());
                    String property =
                            names.property(name, isOfRule ? rule : ofPool.get(i).name());
                    return new Setting(property, setting.value(), setting.origin());
                })
                .toList();
    }

    /**
     * Lists what is worth knowing beside the pools: pools that have properties and no client yet, and what makes requests
     * without a pool. A sentence for each.
     */
    List<String> notes() {
        Set<String> used = entries.keySet().stream().map(Key::pool).collect(Collectors.toSet());
        List<String> notes = new ArrayList<>(parts.get().bypasses().get());
        properties.pools().keySet().stream()
                .filter(name -> !used.contains(name))
                .sorted()
                .forEach(name -> notes.add("No client has used the pool '" + name + "' yet, which has properties"));
        return notes;
    }

    /** Closes all pools. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            pools().forEach(ManagedPool::close);
        } finally {
            lock.unlock();
        }
    }
}
