package dev.weir.internal.dns;

import dev.weir.internal.thread.LoopThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which names are looked up, for all pools of the JVM. A resolver that hangs holds one of these, and
 * no caller. They are daemons, they start when they are needed, and they end when they are idle. Thread-safe.
 */
final class LookupThreads {

    /** How many resolvers may hang before the lookups of other names wait behind them. */
    static final int MAX_THREADS = 32;

    private static final int MAX_WAITING = 1_000;
    private static final long IDLE_SECONDS = 2;
    private static final LookupThreads SHARED = new LookupThreads(MAX_THREADS, MAX_WAITING);

    private final AtomicInteger started = new AtomicInteger();
    private final ThreadPoolExecutor executor;

    LookupThreads(int maxThreads, int maxWaiting) {
        executor = new ThreadPoolExecutor(
                maxThreads,
                maxThreads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(maxWaiting),
                this::newThread);
        executor.allowCoreThreadTimeOut(true);
    }

    static LookupThreads shared() {
        return SHARED;
    }

    /**
     * Runs a task on one of the threads.
     *
     * @param loader the context class loader that the task is to see
     * @param task what to do
     * @throws RejectedExecutionException if too many tasks wait
     */
    void execute(@Nullable ClassLoader loader, Runnable task) {
        executor.execute(() -> run(loader, task));
    }

    /** Runs a short task on one of the threads, or on this one while resolvers hold all of them. */
    void executeAnyway(Runnable task) {
        if (executor.getActiveCount() >= executor.getMaximumPoolSize()) {
            task.run();
            return;
        }
        try {
            executor.execute(task);
        } catch (RuntimeException | Error e) { // for example, because no thread can be started
            task.run();
        }
    }

    private static void run(@Nullable ClassLoader loader, Runnable task) {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(loader);
        try {
            task.run();
        } finally {
            thread.setContextClassLoader(null); // an idle thread must not hold an application's classes
        }
    }

    private Thread newThread(Runnable work) {
        return LoopThread.daemon(work, "weir-dns-" + started.incrementAndGet());
    }
}
