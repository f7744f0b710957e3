package dev.weir.internal.pool;

import dev.weir.internal.diagnosis.Tendency;
import dev.weir.internal.traffic.Traffic;
import dev.weir.internal.traffic.TrafficCounters;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How often a route had no connection, and when that was last logged. Thread-safe. */
final class ExhaustionLog {

    // Often enough to show that it continues, rarely enough to read.
    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    // Figures may be this old.
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    // Replaced as a whole by a thread that finds it too old.
    private volatile @Nullable Seen seen;

    private record Seen(long atNanos, Traffic traffic) {}

    /** What callers were told about the server. */
    final Tendency tendency = new Tendency();

    private final AtomicLong silent = new AtomicLong();
    private final AtomicLong loggedNanos;

    ExhaustionLog(long nowNanos) {
        loggedNanos = new AtomicLong(nowNanos - INTERVAL_NANOS);
    }

    /** Returns what happened recently, as it was up to a tenth of a second ago. */
    Traffic recent(TrafficCounters counters, long nowNanos) {
        Seen last = seen;
        if (last == null || nowNanos - last.atNanos >= FRESH_NANOS) {
            last = new Seen(nowNanos, counters.recent(nowNanos));
            seen = last;
        }
        return last.traffic;
    }

    /** Returns how many were suppressed since the last line; less than zero if this one is suppressed, too. */
    long silentBefore(long nowNanos) {
        long last = loggedNanos.get();
        if (nowNanos - last >= INTERVAL_NANOS && loggedNanos.compareAndSet(last, nowNanos)) {
            return silent.getAndSet(0);
        }
        silent.incrementAndGet();
        return -1;
    }
}
