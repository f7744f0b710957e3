package dev.weir.internal.client;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Daemon threads that do a part of a blocking call beside its caller, for all pools of the JVM: they
 * bodies, so that a caller can read the response while its request is still being sent. They start when needed and end when
 * idle. Thread-safe.
 */
final class HelperThreads {

    /** How many bodies these threads may send at once. */
    static final int MAX_THREADS = 256;

    private static final long IDLE_SECONDS = 2;
    private static final HelperThreads UPLOADS = new HelperThreads("weir-upload-", MAX_THREADS);

    private final String prefix;
    private final AtomicInteger started = new AtomicInteger();
    private final ThreadPoolExecutor executor;

    HelperThreads(String prefix, int maxThreads) {
        this.prefix = prefix;
        executor = new ThreadPoolExecutor(
                0, maxThreads, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::newThread);
    }

    /** Those that send bodies. */
    static HelperThreads uploads() {
        return UPLOADS;
    }

    /** Runs a part of a call on one of the threads; returns false if all are busy and the machine allows no more. */
    boolean take(Runnable part) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            executor.execute(() -> run(loader, part));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private static void run(@Nullable ClassLoader loader, Runnable part) {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(loader);
        try {
            part.run();
        } finally {
            thread.setContextClassLoader(null); // an idle thread must not keep an application's classes in memory
        }
    }

    private Thread newThread(Runnable work) {
        // The next caller must not see the inheritable thread locals of the first.
        Thread thread = new Thread(null, work, prefix + started.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }
}
