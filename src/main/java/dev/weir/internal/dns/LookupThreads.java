package dev.weir.internal.dns;

import dev.weir.internal.thread.DaemonThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which names are looked up, for all pools of the JVM. A resolver that hangs holds one of these, and
 * no caller. They are daemons, they start when they are needed, and they end when they are idle. Thread-safe.
 */
final class LookupThreads {

    // How many resolvers may hang before the lookups of other names wait behind them.
    private static final int MAX_THREADS = 32;
    private static final int MAX_WAITING = 1_000;
    private static final long IDLE_SECONDS = 2;

    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            task -> DaemonThread.of(task, "weir-dns-" + STARTED.incrementAndGet()));

    static {
        THREADS.allowCoreThreadTimeOut(true);
    }

    private LookupThreads() {}

    /**
     * Runs a task on one of the threads.
     *
     * @param loader the context class loader that the task is to see
     * @param task what to do
     * @throws java.util.concurrent.RejectedExecutionException if too many tasks wait
     */
    static void execute(@Nullable ClassLoader loader, Runnable task) {
        THREADS.execute(() -> {
            Thread thread = Thread.currentThread();
            thread.setContextClassLoader(loader);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(null); // an idle thread must not hold an application's classes
            }
        });
    }
}
