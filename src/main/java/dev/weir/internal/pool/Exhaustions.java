package dev.weir.internal.pool;

import dev.weir.internal.diagnosis.Tendency;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How often a route had no connection, and when that was last logged. Thread-safe. */
final class Exhaustions {

    // Often enough to see that it goes on, seldom enough to read.
    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What callers were told of the server. */
    final Tendency tendency = new Tendency();

    private final AtomicLong silent = new AtomicLong();
    private final AtomicLong loggedNanos;

    Exhaustions(long nowNanos) {
        loggedNanos = new AtomicLong(nowNanos - INTERVAL_NANOS);
    }

    /** Returns how many were not logged since the last that was; less than zero if this one is not to be logged either. */
    long silentBefore(long nowNanos) {
        long last = loggedNanos.get();
        if (nowNanos - last >= INTERVAL_NANOS && loggedNanos.compareAndSet(last, nowNanos)) {
            return silent.getAndSet(0);
        }
        silent.incrementAndGet();
        return -1;
    }
}
