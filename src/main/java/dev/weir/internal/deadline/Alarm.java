package dev.weir.internal.deadline;

/** An action that runs at a given time, unless it is switched off before. Thread-safe. */
public abstract class Alarm {

    // 73 years. A time further away could not be distinguished from one in the past.
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    /** When it rings, by {@link System#nanoTime()}. */
    final long atNanos;

    /**
     * Creates an alarm, which is not set yet.
     *
     * @param atNanos when, by {@link System#nanoTime()}
     */
    protected Alarm(long atNanos) {
        this.atNanos = atNanos;
    }

    /**
     * Creates an alarm for the end of a limit, at most 73 years later. It is not set yet.
     *
     * @param sinceNanos when the limit began, by {@link System#nanoTime()}
     * @param nanos the limit, of any length
     */
    protected Alarm(long sinceNanos, long nanos) {
        this.atNanos = sinceNanos + Math.min(nanos, LONGEST_NANOS);
    }

    /**
     * Returns when it rings.
     *
     * @return the time, by {@link System#nanoTime()}
     */
    protected final long atNanos() {
        return atNanos;
    }

    /** Runs the action. Called on the thread of the {@link Alarms} and must not block. */
    protected abstract void ring();
}
