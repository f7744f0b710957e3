package dev.weir.internal.pool;

import java.util.concurrent.atomic.AtomicLongArray;

/** How long a dial was in which step. Written by the thread that dials; read by whoever waits for it, who may be late. */
@SuppressWarnings("EnumOrdinal") // an EnumMap without its boxes
final class DialSteps {

    private final AtomicLongArray spentNanos = new AtomicLongArray(DialStep.values().length);

    // Written by the thread that dials.
    private volatile DialStep step = DialStep.CONNECT;
    private volatile long sinceNanos;
    private volatile boolean isRunning;

    void enter(DialStep next, long nowNanos) {
        ended(nowNanos);
        step = next;
        sinceNanos = nowNanos;
        isRunning = true;
    }

    void ended(long nowNanos) {
        if (isRunning) {
            spentNanos.addAndGet(step.ordinal(), nowNanos - sinceNanos);
            isRunning = false;
        }
    }

    /** Returns the step in which it is, or was at its end. */
    DialStep step() {
        return step;
    }

    long spentNanos(DialStep which, long nowNanos) {
        long nanos = spentNanos.get(which.ordinal());
        return isRunning && step == which ? nanos + nowNanos - sinceNanos : nanos;
    }
}
