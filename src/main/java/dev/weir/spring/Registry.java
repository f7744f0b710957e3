package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.config.PoolConfig;
import dev.weir.internal.pool.ClosedPool;
import java.lang.ref.WeakReference;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * The pools that were built, each under a name of its own. One that serves a bundle of keys without a name, of which there
 * may be ever more, is closed after the last of its clients is gone. Thread-safe.
 */
final class Registry {

    /** A pool; it must not hold on to its clients. */
    private record Entry(
            String name,
            PoolKey key,
            ManagedPool pool,
            RouteKeys routeKeys,
            Consumer<HttpClientSettings> renewal,
            WeakReference<Object> tenancy,
            AtomicReference<PoolConfig> configured) {

        static Entry of(String name, PoolKey key, BuiltPool built) {
            return new Entry(
                    name,
                    key,
                    built.pool(),
                    built.routeKeys(),
                    built.renewal(),
                    new WeakReference<>(built.tenancy()),
                    new AtomicReference<>(built.pool().config()));
        }

        boolean isAbandoned() {
            return !key.isLasting() && tenancy.get() == null && RestRule.isAtRest(List.of(pool.snapshot()));
        }
    }

    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Object> names = new ConcurrentHashMap<>();
    private volatile boolean isClosed;

    /** Builds a pool under a name that no other has: its own, or its own and a number. */
    <P extends BuiltPool> P add(String name, PoolKey key, Function<String, P> builder) {
        if (isClosed) {
            throw ClosedPool.closed(name);
        }
        String free = freeName(name);
        P built = build(free, builder);
        entries.put(free, Entry.of(free, key, built));
        if (isClosed) {
            built.pool().close();
        }
        return built;
    }

    private <P extends BuiltPool> P build(String name, Function<String, P> builder) {
        @Nullable P built = null;
        try {
            built = builder.apply(name);
            return built;
        } finally {
            if (built == null) {
                names.remove(name);
            }
        }
    }

    private String freeName(String wanted) {
        String name = PoolNames.valid(wanted, "");
        for (int number = 2; names.putIfAbsent(name, name) != null; number++) {
            name = PoolNames.valid(wanted, "-" + number);
        }
        return name;
    }

    /** Closes the pools that can no longer be used, and hands out what they were made for. */
    void closeAbandoned(Consumer<PoolKey> forget) {
        for (Entry entry : entries.values()) {
            if (entry.isAbandoned()) {
                close(entry.pool());
                forget.accept(entry.key());
            }
        }
    }

    /** Closes a pool, whose name is free then. */
    void close(ManagedPool pool) {
        Entry entry = entries.get(pool.name());
        if (entry != null && entry.pool() == pool && entries.remove(entry.name(), entry)) {
            pool.close();
            names.remove(entry.name());
        }
    }

    List<ManagedPool> pools() {
        return entries.values().stream()
                .map(Entry::pool)
                .sorted(Comparator.comparing(ManagedPool::name))
                .toList();
    }

    Optional<ManagedPool> find(String name) {
        return Optional.ofNullable(entries.get(name)).map(Entry::pool);
    }

    /** Returns the pool of a key, which was built. */
    ManagedPool of(PoolKey key) {
        return entries.values().stream()
                .filter(entry -> entry.key().equals(key))
                .map(Entry::pool)
                .findFirst()
                .orElseThrow(() -> ClosedPool.closed(key.pool()));
    }

    /** Returns what properties and code say about a pool; a change of the running pool does not count. */
    PoolConfig configured(ManagedPool pool) {
        Entry entry = entries.get(pool.name());
        return entry == null || entry.pool() != pool
                ? pool.config()
                : Objects.requireNonNull(entry.configured().get());
    }

    /** Returns what a pool was made for; empty if it is closed. */
    Optional<PoolKey> key(ManagedPool pool) {
        return Optional.ofNullable(entries.get(pool.name()))
                .filter(entry -> entry.pool() == pool)
                .map(Entry::key);
    }

    void forEach(Visitor visitor) {
        entries.values().forEach(entry -> visitor.visit(entry.key(), entry.pool(), entry.renewal()));
    }

    /** Sees one pool after the other. */
    interface Visitor {
        void visit(PoolKey key, ManagedPool pool, Consumer<HttpClientSettings> renewal);
    }

    void close() {
        isClosed = true;
        pools().forEach(ManagedPool::close);
    }
}
