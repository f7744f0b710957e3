package dev.weir.internal.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that repeats one piece of work for all pools. It starts when needed and ends when the work says so. No
 * exception or error ends it, not even a failure of the log. If it ends anyway, or fails to
 * start, the next call of {@link #need} starts another one.
 *
 * <p>Call {@link #need}, {@link #leave} and {@link #stay} under the lock of the owner; the rest is thread-safe.
 */
public final class LoopThread {

    /** The work. */
    @FunctionalInterface
    public interface Turn {

        /**
         * Does what is due, and waits for the next.
         *
         * @return whether there is more work; if not, the thread has already left
         */
        boolean run();
    }

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    // A turn that always fails does not use a whole core.
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final String name;
    private final ThreadFactory factory;
    private final Turn turn;

    // Written under the owner's lock, and by the thread itself; null while there is none.
    private volatile @Nullable Thread thread;

    // For the thread alone.
    private boolean failing;

    /**
     * Describes the thread; {@link #need} starts it.
     *
     * @param name its name in errors and the log
     * @param turn what it repeats
     * @param factory makes the thread
     */
    public LoopThread(String name, Turn turn, ThreadFactory factory) {
        this.name = name;
        this.turn = turn;
        this.factory = factory;
    }

    /**
     * Makes a daemon that inherits nothing from the thread that starts it, which it outlives: neither inheritable thread
     * locals nor the class loader.
     *
     * @param task what it runs
     * @param name its name
     * @return the thread, not yet started
     */
    public static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Starts the thread unless it is there, or wakes it.
     *
     * @throws NoThreadException if it could not be started; the next need tries again
     */
    public void need() throws NoThreadException {
        Thread running = thread;
        if (running != null && running.isAlive()) {
            LockSupport.unpark(running);
        } else {
            start();
        }
    }

    private void start() throws NoThreadException {
        boolean runs = false;
        try {
            Thread next = factory.newThread(this::run);
            thread = next;
            next.start();
            runs = true;
        } catch (RuntimeException | Error e) {
            throw new NoThreadException(name, e);
        } finally {
            if (!runs) {
                thread = null; // otherwise others would wait forever for a thread that never ran
            }
        }
    }

    private void run() {
        failing = false;
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = next();
            }
        } finally {
            if (Thread.currentThread() == thread) {
                thread = null;
            }
        }
    }

    private boolean next() {
        try {
            boolean goesOn = turn.run();
            failing = false;
            return goesOn;
        } catch (Throwable e) {
            failed(e);
            LockSupport.parkNanos(PAUSE_NANOS);
            return true;
        }
    }

    // Reported once; the log may also fail.
    private void failed(Throwable failure) {
        try {
            if (!failing) {
                LOG.warn("The thread {} failed and goes on", name, failure);
            }
            failing = true;
        } catch (Throwable e) {
            failing = false; // so that the next failure is reported
        }
    }

    /**
     * Notes that this thread, which calls it, is about to end: a later caller of {@link #need} starts another one.
     */
    public void leave() {
        thread = null;
    }

    /** Revokes {@link #leave}. */
    public void stay() {
        thread = Thread.currentThread();
    }

    /**
     * Wakes the thread if it sleeps.
     *
     * @return false if there is none, so that it has to be started
     */
    public boolean wake() {
        Thread running = thread;
        if (running == null || !running.isAlive()) {
            return false;
        }
        LockSupport.unpark(running);
        return true;
    }

    /**
     * Tells whether the thread was started and has not left.
     *
     * @return whether it is alive
     */
    public boolean isThere() {
        return thread != null;
    }
}
