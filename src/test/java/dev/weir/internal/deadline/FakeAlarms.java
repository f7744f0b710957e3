package dev.weir.internal.deadline;

import dev.weir.internal.thread.NoThreadException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Alarms without a thread, by a clock that stands still until told otherwise: they ring on the thread of the test, when it
 * lets time pass. The nanoseconds of the clock overflow after some seconds.
 */
public final class FakeAlarms {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(7));
    private final Alarms alarms = new Alarms(task -> new Unneeded(), nanos::get);

    public Alarms alarms() {
        return alarms;
    }

    public long nowNanos() {
        return nanos.get();
    }

    void set(Alarm alarm) {
        try {
            alarms.set(alarm);
        } catch (NoThreadException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many are set. */
    public int count() {
        return alarms.count();
    }

    /** Lets some time pass, and then rings what is due: whatever was due before its end rings late. */
    public void pass(long time) {
        alarms.ring(nanos.addAndGet(time));
    }

    private static final class Unneeded extends Thread {
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing
        public void start() {
            // The test rings instead.
        }
    }
}
