package dev.weir.internal.pool;

import dev.weir.internal.thread.LoopThread;
import dev.weir.internal.thread.NoThreadException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread that maintains all pools of the JVM. It starts with the first of them and ends with the last;
 * a failure of one harms neither the thread nor the others. It drops tasks that are otherwise unreachable, so that a pool
 * that was never closed can be garbage collected. Thread-safe.
 */
final class Maintenance {

    /** What needs maintenance from time to time. */
    interface Task {

        /** Does what is due; returns the nanoseconds until it needs maintenance again. */
        long maintain();
    }

    /** The name of the thread. */
    static final String THREAD_NAME = "weir-maintenance";

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

    Maintenance(ThreadFactory factory) {
        executor = new ScheduledThreadPoolExecutor(1, factory);
        executor.setKeepAliveTime(1, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setRemoveOnCancelPolicy(true);
    }

    /** Returns the one of this JVM (of this class loader, to be exact). */
    static Maintenance shared() {
        return SHARED;
    }

    /**
     * Runs a task from now on, until it is removed or otherwise unreachable.
     *
     * @param of whose task it is, for the log
     * @throws NoThreadException if no thread could be started for it; it is not maintained then
     */
    void add(String of, Task task) throws NoThreadException {
        Visit visit = new Visit(of, task);
        visits.add(visit);
        try {
            executor.execute(visit);
        } catch (RuntimeException | Error e) {
            visits.remove(visit);
            throw new NoThreadException(THREAD_NAME, e);
        }
    }

    /** Stops running a task. A visit under way may still end after this. */
    void remove(Task task) {
        visits.removeIf(visit -> {
            boolean isOfTask = visit.task.get() == task;
            if (isOfTask) {
                visit.skipNext();
            }
            return isOfTask;
        });
    }

    /** Makes a task run soon, before its time, and once more if it is running. Does nothing for an unknown task. */
    void hurry(Task task) {
        for (Visit visit : visits) {
            if (visit.task.get() == task) {
                executor.execute(visit);
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
        final WeakReference<Task> task;
        // Both written by the thread of the maintenance.
        private volatile @Nullable Future<?> next;
        private boolean isFailing;

        Visit(String of, Task task) {
            this.of = of;
            this.task = new WeakReference<>(task);
        }

        void skipNext() {
            Future<?> planned = next;
            if (planned != null) {
                planned.cancel(false);
            }
        }

        @Override
        public void run() {
            skipNext(); // it is this one, or it was hurried
            long pauseNanos = visits.contains(this) ? visit() : -1;
            if (pauseNanos < 0) {
                visits.remove(this);
            } else if (visits.contains(this)) {
                next = executor.schedule(this, pauseNanos, TimeUnit.NANOSECONDS);
            }
        }

        // A method of its own, so that no variable holds the task afterwards.
        private long visit() {
            Task visited = task.get();
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
