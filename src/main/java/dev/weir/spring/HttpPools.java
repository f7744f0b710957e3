package dev.weir.spring;

import dev.weir.ManagedPool;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * The pools of an application. Each is built when a client first uses it, and all are closed with the application's context.
 * Thread-safe.
 *
 * <p>Clients share a pool if they ask for the same name and have the same settings of Boot's ({@link HttpClientSettings}).
 * A further pool of the same name, for clients with other settings, has a number behind its name.
 */
public final class HttpPools implements AutoCloseable {

    /** The name of the pool of every client that does not ask for another: {@value}. */
    public static final String DEFAULT = "default";

    private final PoolFactory factory;
    private final ConcurrentMap<PoolKey, Lazy<BlockingPool>> blocking = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, ManagedPool> built = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, PoolKey> names = new ConcurrentHashMap<>();

    HttpPools(PoolFactory factory) {
        this.factory = factory;
    }

    /**
     * Returns the pools that were built so far.
     *
     * @return the pools in the order of their names; a copy
     */
    public Collection<ManagedPool> pools() {
        return built.values().stream()
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
        return Optional.ofNullable(built.get(Objects.requireNonNull(name, "name")));
    }

    ClientHttpRequestFactory requestFactory(String name, HttpClientSettings settings) {
        PoolKey key = new PoolKey(name, settings);
        Lazy<BlockingPool> pool = blocking.computeIfAbsent(key, each -> new Lazy<>(() -> build(each)));
        return new PoolRequestFactory(() -> pool.get().requestFactory());
    }

    private BlockingPool build(PoolKey key) {
        BlockingPool pool = factory.blocking(freeName(key), key);
        built.put(pool.pool().name(), pool.pool());
        return pool;
    }

    private String freeName(PoolKey key) {
        int number = 1;
        String name = key.pool();
        while (!key.equals(Objects.requireNonNullElse(names.putIfAbsent(name, key), key))) {
            number++;
            name = key.pool() + "-" + number;
        }
        return name;
    }

    /** Closes all pools and their connections at once. Does nothing the second time. */
    @Override
    public void close() {
        built.values().forEach(ManagedPool::close);
    }
}
