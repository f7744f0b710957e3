package dev.weir.internal.pool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The leaks of a route so far, and whether leases record where they are made because of them. Thread-safe.
 */
final class LeakMemory {

    // Long enough to catch the next leak of the same place; not for ever, because a stack costs microseconds.
    private static final long TRACE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final LongAdder suspected = new LongAdder();
    private final LongAdder collected = new LongAdder();
    private final LongAdder returned = new LongAdder();

    // Written by the thread that looks for leaks.
    private volatile boolean isTracing;
    private volatile long traceUntilNanos;

    void suspected(long nowNanos) {
        suspected.increment();
        trace(nowNanos);
    }

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
        if (isTracing && nowNanos - traceUntilNanos > 0) {
            isTracing = false;
        }
        return isTracing;
    }

    /** Returns how many connections were not given back and have not come back since. */
    long outstanding() {
        return suspected.sum() + collected.sum() - returned.sum();
    }
}
