package dev.weir.internal.thread;

import java.lang.ref.WeakReference;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The maintenance of one pool, by a background thread that all pools share: it starts with the first of them and ends with
 * the last. A pool that was never closed is maintained only while others reference it, so that it can be garbage collected.
 * Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what it runs catches all
public final class Maintenance implements Runnable {

    /** The name of the thread. */
    static final String THREAD_NAME = "weir-maintenance";

    /** The thread of all pools. */
    public static final ScheduledThreadPoolExecutor SHARED = thread(task -> DaemonThread.of(task, THREAD_NAME));

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    // The time after which it is tried again after a failure.
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    // Long pauses end at multiples of this, so that one waking of the thread serves all pools: it costs more than most
    // visits, 0.1 ms of CPU time on a virtual processor that was idle.
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ScheduledThreadPoolExecutor thread;
    private final String name;
    private final WeakReference<LongSupplier> work;
    // Of the thread of the maintenance.
    private boolean isFailing;

    /**
     * Describes it.
     *
     * @param thread runs it
     * @param name the name of the pool
     * @param work does what is due, and returns the nanoseconds until more is
     */
    public Maintenance(ScheduledThreadPoolExecutor thread, String name, LongSupplier work) {
        this.thread = thread;
        this.name = name;
        this.work = new WeakReference<>(work);
    }

    /** Makes an executor whose thread ends while there is nothing to do. */
    static ScheduledThreadPoolExecutor thread(ThreadFactory factory) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, factory);
        executor.setKeepAliveTime(1, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * Begins.
     *
     * @param pauseNanos the time until then
     * @throws NoThreadException if no thread could be started
     */
    public void begin(long pauseNanos) throws NoThreadException {
        try {
            thread.schedule(this, pauseNanos, TimeUnit.NANOSECONDS);
        } catch (RuntimeException | Error e) {
            end();
            throw new NoThreadException(THREAD_NAME, e);
        }
    }

    /** Ends it. Work that is under way may still end after this. */
    public void end() {
        work.clear();
    }

    @Override
    public void run() {
        LongSupplier known = work.get();
        if (known != null) {
            thread.schedule(this, work(known), TimeUnit.NANOSECONDS);
        }
    }

    private long work(LongSupplier known) {
        try {
            long pauseNanos = known.getAsLong();
            isFailing = false;
            // Never later than asked for: a pause is part of what a pool promises.
            return pauseNanos < STEP_NANOS
                    ? pauseNanos
                    : pauseNanos - Math.floorMod(System.nanoTime() + pauseNanos, STEP_NANOS);
        } catch (Throwable e) { // an Error of one pool must not end the maintenance of the others
            if (!isFailing) {
                isFailing = true;
                LOG.warn("Maintenance of pool '{}' failed; it goes on and will be tried again", name, e);
            }
            return RETRY_NANOS;
        }
    }
}
