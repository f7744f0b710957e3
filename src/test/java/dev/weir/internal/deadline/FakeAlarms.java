package dev.weir.internal.deadline;

import dev.weir.internal.thread.NoThreadException;
import dev.weir.internal.thread.ScarceThreads;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Alarms without a thread, by a clock that stands still until told otherwise: they ring on the thread of the test, when it
 * lets time pass. The nanoseconds of the clock overflow after some seconds.
 */
public final class FakeAlarms {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(7));
    private final ScarceThreads threads = new ScarceThreads("fake", (task, name) -> new Unneeded());
    private final AtomicReference<Runnable> beforeThread = new AtomicReference<>(() -> {});
    private final Alarms alarms = new Alarms(this::thread, nanos::get);

    private Thread thread(Runnable task) {
        beforeThread.getAndSet(() -> {}).run();
        return threads.newThread(task);
    }

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
    public void pass(Duration time) {
        pass(time.toNanos());
    }

    public void pass(long time) {
        alarms.ring(nanos.addAndGet(time));
    }

    /** Lets none be set, for lack of a thread, until so many were refused. */
    public void refuse(int count) {
        threads.refuse(count);
    }

    /** Does something in the middle of setting the first alarm: it has its place, and no thread has been started for it. */
    public void beforeItsThread(Runnable action) {
        beforeThread.set(action);
    }

    private static final class Unneeded extends Thread {
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing
        public void start() {
            // The test rings instead.
        }
    }
}
