package dev.weir.engine;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;

/** The future of a caller that was served at once. */
record Granted<T, C extends ModalCloseable>(PoolEntry<T, C> entry) implements Future<PoolEntry<T, C>> {

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
        return entry;
    }

    @Override
    public PoolEntry<T, C> get(long timeout, TimeUnit unit) {
        return entry;
    }
}
