package dev.weir.spring;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a lookup of beans found at first. Spring makes beans under a lock of its own, and beans may make requests while they
 * are made: so no lock is held meanwhile, and threads that come at once may each look. Thread-safe.
 */
final class FirstLookup<T> implements Supplier<T> {

    private final Supplier<T> lookup;
    private final AtomicReference<@Nullable T> found = new AtomicReference<>();

    FirstLookup(Supplier<T> lookup) {
        this.lookup = lookup;
    }

    @Override
    public T get() {
        T present = found.get();
        return present == null ? look() : present;
    }

    private T look() {
        T value = lookup.get();
        T other = found.compareAndExchange(null, value);
        return other == null ? value : other;
    }
}
