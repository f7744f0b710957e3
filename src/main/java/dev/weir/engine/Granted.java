package dev.weir.engine;

import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/** The future of a caller that was served at once. Made before the entry is taken, so that nothing can fail afterwards. */
final class Granted<T, C extends ModalCloseable> implements Future<PoolEntry<T, C>> {

    // Written once, before the caller has it.
    private @Nullable PoolEntry<T, C> entry;

    Granted<T, C> with(PoolEntry<T, C> taken) {
        entry = taken;
        return this;
    }

    PoolEntry<T, C> entry() {
        return Objects.requireNonNull(entry);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    public PoolEntry<T, C> get() {
        return Objects.requireNonNull(entry);
    }

    @Override
    public PoolEntry<T, C> get(long timeout, TimeUnit unit) {
        return Objects.requireNonNull(entry);
    }
}
