package dev.weir.internal.maintenance;

import dev.weir.internal.thread.LoopThread;
import dev.weir.internal.thread.NoThreadException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread that maintains all pools of the JVM. It starts with the first of them and ends with the last;
 * a failure of one harms neither the thread nor the others. It drops tasks that are otherwise unreachable, so that a pool
 * that was never closed can be garbage collected. Thread-safe.
 */
public final class Maintenance {

    /** The name of the thread. */
    public static final String THREAD_NAME = "weir-maintenance";

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");
    private static final Maintenance SHARED = new Maintenance(task -> LoopThread.daemon(task, THREAD_NAME));

    // No task may starve the others by asking again and again without a pause.
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    // The longest pause, so that a pool that is no longer reachable is noticed.
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    // The time after which a failed task runs again.
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    // Tasks whose pauses are at least this long are due at multiples of it, so that one waking of the thread serves the
    // tasks of all pools. A waking costs more than most visits: 0.1 ms of CPU time on a virtual processor that was
    // idle.
    private static final long LONG_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHORT_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ScheduledThreadPoolExecutor executor;
    private final List<Visit> visits = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    Maintenance(ThreadFactory factory) {
        executor = new ScheduledThreadPoolExecutor(1, factory);
        executor.setKeepAliveTime(1, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setRemoveOnCancelPolicy(true);
    }

    /**
     * Returns the one of this JVM (of this class loader, to be exact).
     *
     * @return the shared maintenance
     */
    public static Maintenance shared() {
        return SHARED;
    }

    /**
     * Runs a task from now on, until it is removed or otherwise unreachable.
     *
     * @param of whose task it is, for the log
     * @param task the task
     * @throws NoThreadException if no thread could be started for it; it is not maintained then
     */
    public void add(String of, Maintained task) throws NoThreadException {
        Visit visit = new Visit(of, task);
        visits.add(visit);
        try {
            visit.schedule(0);
        } catch (RuntimeException | Error e) {
            remove(task);
            throw new NoThreadException(THREAD_NAME, e);
        }
    }

    /**
     * Stops running a task. A visit under way may still end after this.
     *
     * @param task the task
     */
    public void remove(Maintained task) {
        for (Visit visit : List.copyOf(visits)) {
            if (visit.task.get() == task) {
                visits.remove(visit);
                visit.end();
            }
        }
    }

    /**
     * Makes a task run soon, before its time, and once more if it is running. Does nothing for an unknown task.
     *
     * @param task the task
     */
    public void hurry(Maintained task) {
        for (Visit visit : visits) {
            if (visit.task.get() == task) {
                visit.schedule(0);
            }
        }
    }

    // Never later than asked for: a pause is part of what a pool promises.
    private static long sharedPauseNanos(long pauseNanos, long nowNanos) {
        if (pauseNanos < SHORT_STEP_NANOS) {
            return pauseNanos;
        }
        return pauseNanos
                - Math.floorMod(
                        nowNanos + pauseNanos, pauseNanos < LONG_STEP_NANOS ? SHORT_STEP_NANOS : LONG_STEP_NANOS);
    }

    /** The visits to one task. */
    private final class Visit implements Runnable {

        final String of;
        final WeakReference<Maintained> task;
        // Both guarded by the lock: the next visit, and whether there is none any more.
        private @Nullable Future<?> next;
        private boolean hasEnded;
        // Of the thread of the maintenance.
        private boolean isFailing;

        Visit(String of, Maintained task) {
            this.of = of;
            this.task = new WeakReference<>(task);
        }

        void schedule(long pauseNanos) {
            lock.lock();
            try {
                if (!hasEnded) {
                    if (next != null) {
                        next.cancel(false);
                    }
                    next = executor.schedule(this, pauseNanos, TimeUnit.NANOSECONDS);
                }
            } finally {
                lock.unlock();
            }
        }

        void end() {
            lock.lock();
            try {
                hasEnded = true;
                if (next != null) {
                    next.cancel(false);
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void run() {
            long pauseNanos = visit();
            if (pauseNanos < 0) {
                visits.remove(this);
                return;
            }
            lock.lock();
            try {
                if (next == null) { // otherwise it is hurried
                    schedule(pauseNanos);
                }
            } finally {
                lock.unlock();
            }
        }

        // A method of its own, so that no variable holds the task afterwards.
        private long visit() {
            lock.lock();
            try {
                next = null;
                if (hasEnded) {
                    return -1;
                }
            } finally {
                lock.unlock();
            }
            Maintained visited = task.get();
            if (visited == null) {
                return -1;
            }
            try {
                long pauseNanos = Math.min(MAX_PAUSE_NANOS, Math.max(MIN_PAUSE_NANOS, visited.maintain()));
                isFailing = false;
                return sharedPauseNanos(pauseNanos, System.nanoTime());
            } catch (Throwable e) { // an Error of one pool must not end the maintenance of the others
                boolean isFirst = !isFailing;
                isFailing = true;
                if (isFirst) {
                    LOG.warn("Maintenance of {} failed; it goes on and will be tried again", of, e);
                }
                return RETRY_NANOS;
            }
        }
    }
}
