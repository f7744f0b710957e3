package dev.weir.internal.pool;

import dev.weir.internal.diagnosis.LeakFigures;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The leaks of a route so far, and whether leases therefore record where they are made. Thread-safe.
 */
final class LeakMemory {

    // Long enough to catch the next leak of the same place; not forever, because a stack trace costs microseconds.
    private static final long TRACE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final LongAdder suspected = new LongAdder();
    private final LongAdder collected = new LongAdder();
    private final LongAdder returned = new LongAdder();

    // Written by the thread that looks for leaks.
    private volatile boolean isTracing;
    private volatile long traceUntilNanos;
    private volatile String callSite = CallSite.UNKNOWN;

    void suspected(long nowNanos) {
        suspected.increment();
        trace(nowNanos);
    }

    /**
     * Notes one that was garbage collected and whose place was taken back: a leak that was not suspected, or was reported as
     * returned.
     */
    void collected(long nowNanos) {
        collected.increment();
        trace(nowNanos);
    }

    void returned() {
        returned.increment();
    }

    private void trace(long nowNanos) {
        traceUntilNanos = nowNanos + TRACE_NANOS;
        isTracing = true;
    }

    boolean isTracing(long nowNanos) {
        return isTracing && nowNanos - traceUntilNanos <= 0;
    }

    /** Notes where the latest one was leased. */
    void leasedAt(String place) {
        callSite = place;
    }

    /** Returns the held ones, and for some minutes after the last leak also those taken back. */
    LeakFigures figures(long nowNanos) {
        long held = Math.max(0, suspected.sum() - returned.sum());
        long takenBack = isTracing(nowNanos) ? collected.sum() : 0;
        return new LeakFigures(held, takenBack, callSite);
    }
}
