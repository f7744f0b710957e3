package dev.weir.internal.maintenance;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.thread.LoopThread;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The background thread that maintains all pools of the JVM. It starts with the first of them and ends with the last;
 * a failure of one harms neither the thread nor the others. Thread-safe.
 */
public final class Maintenance {

    /** The name of the thread. */
    public static final String THREAD_NAME = "weir-maintenance";

    private static final Maintenance SHARED = new Maintenance();

    // No task may starve the others by asking again and again without a pause.
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    // The longest pause, so that a pool that is no longer reachable is noticed.
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private final Agenda agenda = new Agenda();

    private final LoopThread loop;

    Maintenance() {
        this(task -> LoopThread.daemon(task, THREAD_NAME));
    }

    Maintenance(ThreadFactory factory) {
        loop = new LoopThread(THREAD_NAME, this::visitDue, factory);
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
     * @param task the task
     * @throws NoThreadException if no thread could be started for it; it is not maintained then
     */
    public void add(Maintained task) throws NoThreadException {
        lock.lock();
        try {
            loop.need();
            agenda.add(task, System.nanoTime());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stops running a task. A visit under way may still end after this.
     *
     * @param task the task
     */
    public void remove(Maintained task) {
        lock.lock();
        try {
            agenda.remove(task);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells whether a task is there.
     *
     * @param which picks it; called under a lock, so that it must be quick
     * @return whether it picks any
     */
    public boolean has(Predicate<? super Maintained> which) {
        lock.lock();
        try {
            return agenda.has(which);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes a task run soon, before its time. Does nothing for an unknown task.
     *
     * @param task the task
     */
    public void hurry(Maintained task) {
        lock.lock();
        try {
            agenda.hurry(task, System.nanoTime());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    // A separate method, so that no variable holds a due task while the thread waits for the next.
    private boolean visitDue() {
        List<Maintained> due = awaitDue();
        if (due == null) {
            return false;
        }
        due.forEach(this::visit);
        return true;
    }

    /** Returns what is due, or null when nothing is left, after which the thread must end. */
    private @Nullable List<Maintained> awaitDue() {
        lock.lock();
        try {
            while (!agenda.isEmpty()) {
                long nowNanos = System.nanoTime();
                List<Maintained> due = agenda.due(nowNanos);
                if (!due.isEmpty()) {
                    return due;
                }
                pause(agenda.delayNanos(nowNanos));
            }
            loop.leave();
            return null;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // its caller looks again, whatever has woken it
    private void pause(long delayNanos) {
        try {
            changed.awaitNanos(Math.min(delayNanos, MAX_PAUSE_NANOS));
        } catch (InterruptedException e) {
            // No code should interrupt this thread; it ends when the last pool leaves.
        }
    }

    /**
     * Tells whether the thread is alive.
     *
     * @return whether it was started and has not ended
     */
    public boolean isAlive() {
        return loop.isAlive();
    }

    private void visit(Maintained task) {
        long delayNanos = 0;
        Throwable failure = null;
        try {
            delayNanos = Math.max(MIN_PAUSE_NANOS, task.maintain());
        } catch (Throwable e) { // an Error of one pool must not end the maintenance of the others
            failure = e;
        }
        note(task, delayNanos, failure);
    }

    private void note(Maintained task, long delayNanos, @Nullable Throwable failure) {
        lock.lock();
        try {
            if (failure == null) {
                agenda.done(task, delayNanos, System.nanoTime());
            } else {
                agenda.failed(task, failure, System.nanoTime());
            }
        } finally {
            lock.unlock();
        }
    }
}
