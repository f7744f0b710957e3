package dev.weir.engine;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/** A caller that waits for an entry. The links are guarded by the segment's gate. */
final class Waiter<T, C extends ModalCloseable> extends BasicFuture<PoolEntry<T, C>> {

    final Segment<T, C> segment;
    final @Nullable Object state;

    @Nullable
    Waiter<T, C> next;

    @Nullable
    Waiter<T, C> previous;

    boolean queued;

    Waiter(Segment<T, C> segment, @Nullable Object state, @Nullable FutureCallback<PoolEntry<T, C>> callback) {
        super(callback);
        this.segment = segment;
        this.state = state;
    }

    @Override
    public PoolEntry<T, C> get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return super.get(timeout, unit);
        } catch (TimeoutException e) {
            if (cancel(true)) {
                throw e;
            }
            return super.get(); // it was served at the last moment
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            segment.forget(this);
        }
        return cancelled;
    }
}
