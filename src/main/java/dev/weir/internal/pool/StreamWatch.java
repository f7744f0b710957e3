package dev.weir.internal.pool;

import dev.weir.internal.maintenance.Maintained;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the connections of a pool that are shared: one that must go takes no further exchange, though it is never idle, and
 * one that its server has closed goes before a caller gets it.
 */
public final class StreamWatch implements Maintained {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final AsyncPool pool;

    /**
     * Creates the watch.
     *
     * @param pool whose connections it looks at
     */
    public StreamWatch(AsyncPool pool) {
        this.pool = pool;
    }

    @Override
    public long maintain() {
        pool.look();
        return PAUSE_NANOS;
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "the shared connections of pool '" + pool.core().routes().name() + "'";
    }
}
