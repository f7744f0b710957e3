package dev.weir.internal.deadline;

import org.jspecify.annotations.Nullable;

/** Something to do at a time, unless it is switched off before. Thread-safe. */
public abstract class Alarm {

    private final long atNanos;

    // Its place among the alarms that are set; guarded by the lock of the list.
    @Nullable
    Alarm previous;

    @Nullable
    Alarm next;

    // Written by the thread that sets it, once; null until then.
    volatile @Nullable AlarmList list;

    /**
     * Creates an alarm, which is not set yet.
     *
     * @param atNanos when, by {@link System#nanoTime()}
     */
    protected Alarm(long atNanos) {
        this.atNanos = atNanos;
    }

    /**
     * Returns when it rings.
     *
     * @return the time, by {@link System#nanoTime()}
     */
    protected final long atNanos() {
        return atNanos;
    }

    /** Does what is to be done. Runs on the thread of the {@link Alarms} and must not block. */
    protected abstract void ring();
}
