package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.failure.PoolClosedException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The pools that were built, each under a name of its own. Thread-safe. */
final class Registry {

    private record Entry(PoolKey key, BuiltPool built) {}

    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Object> names = new ConcurrentHashMap<>();
    private volatile boolean isClosed;

    /** Builds a pool under a name that no other has: its own, or its own and a number. */
    <P extends BuiltPool> P add(String name, PoolKey key, Function<String, P> builder) {
        if (isClosed) {
            throw PoolClosedException.closed(name);
        }
        String free = freeName(name);
        P built = build(free, builder);
        entries.put(free, new Entry(key, built));
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
        String name = wanted;
        for (int number = 2; names.putIfAbsent(name, name) != null; number++) {
            name = wanted + "-" + number;
        }
        return name;
    }

    List<ManagedPool> pools() {
        return entries.values().stream()
                .map(entry -> entry.built().pool())
                .sorted(Comparator.comparing(ManagedPool::name))
                .toList();
    }

    Optional<ManagedPool> find(String name) {
        return Optional.ofNullable(entries.get(name)).map(entry -> entry.built().pool());
    }

    void forEach(BiConsumer<PoolKey, BuiltPool> action) {
        entries.values().forEach(entry -> action.accept(entry.key(), entry.built()));
    }

    void close() {
        isClosed = true;
        pools().forEach(ManagedPool::close);
    }
}
