package dev.weir.internal.pool;

import dev.weir.internal.thread.LoopThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Daemon threads that establish connections for all pools of the JVM, so that a caller need not wait for its own dial when
 * another connection becomes free. They start when needed and end when idle. Thread-safe.
 */
final class DialThreads {

    /** How many dials may be under way on these threads: those of sixteen routes with the default limit. */
    static final int MAX_THREADS = 128;

    private static final long IDLE_SECONDS = 2;
    private static final DialThreads SHARED = new DialThreads(MAX_THREADS);

    private final AtomicInteger started = new AtomicInteger();
    private final ThreadPoolExecutor executor;

    DialThreads(int maxThreads) {
        executor = new ThreadPoolExecutor(
                0, maxThreads, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::newThread);
    }

    static DialThreads shared() {
        return SHARED;
    }

    /** Tells whether all are busy, so that a dial that can wait should wait. */
    boolean areBusy() {
        return executor.getActiveCount() >= executor.getMaximumPoolSize();
    }

    /** Runs a dial on one of the threads; on the calling one if all are busy or the machine allows no more. */
    void execute(Runnable dial) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            executor.execute(() -> run(loader, dial));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            dial.run();
        }
    }

    /**
     * Runs a dial whose caller must not wait for it: on one more thread if all are busy, never on the calling one.
     *
     * @throws OutOfMemoryError if the machine allows no more threads
     */
    void executeAside(Runnable dial) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Runnable task = () -> run(loader, dial);
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            newThread(task).start();
        }
    }

    private static void run(@Nullable ClassLoader loader, Runnable dial) {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(loader);
        try {
            dial.run();
        } finally {
            thread.setContextClassLoader(null); // an idle thread must not keep an application's classes in memory
        }
    }

    private Thread newThread(Runnable work) {
        return LoopThread.daemon(work, "weir-dial-" + started.incrementAndGet());
    }
}
