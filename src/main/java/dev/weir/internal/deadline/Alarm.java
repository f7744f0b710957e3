package dev.weir.internal.deadline;

/**
 * Something to do at a time, unless it is switched off before. It runs on the thread of the {@link Alarms} and must not
 * block. Thread-safe.
 */
public final class Alarm {

    private final Alarms alarms;
    private final long atNanos;
    private final Runnable action;

    Alarm(Alarms alarms, long atNanos, Runnable action) {
        this.alarms = alarms;
        this.atNanos = atNanos;
        this.action = action;
    }

    long atNanos() {
        return atNanos;
    }

    void ring() {
        action.run();
    }

    /** Switches it off. If its time has come already, it may ring all the same. */
    public void off() {
        alarms.remove(this);
    }
}
