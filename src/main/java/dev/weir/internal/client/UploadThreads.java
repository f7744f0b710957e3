package dev.weir.internal.client;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that send the bodies of blocking callers, for all pools of the JVM, so that a caller can read the response while its
 * request is still being sent. They are daemons, they start when they are needed, and they end when they are idle. Thread-safe.
 */
final class UploadThreads {

    /** How many bodies may be sent on threads of their own. */
    static final int MAX_THREADS = 256;

    private static final long IDLE_SECONDS = 2;
    private static final UploadThreads SHARED = new UploadThreads(MAX_THREADS);

    private final AtomicInteger started = new AtomicInteger();
    private final ThreadPoolExecutor executor;

    UploadThreads(int maxThreads) {
        executor = new ThreadPoolExecutor(
                0, maxThreads, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::newThread);
    }

    static UploadThreads shared() {
        return SHARED;
    }

    /** Has one of the threads run an upload; returns false if all are busy or the machine gives no more. */
    boolean take(Runnable upload) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            executor.execute(() -> run(loader, upload));
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            return false;
        }
    }

    private static void run(@Nullable ClassLoader loader, Runnable upload) {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(loader);
        try {
            upload.run();
        } finally {
            thread.setContextClassLoader(null); // an idle thread must not hold an application's classes
        }
    }

    private Thread newThread(Runnable work) {
        // Whatever the first caller has in its inheritable thread locals is none of the next caller's business.
        Thread thread = new Thread(null, work, "weir-upload-" + started.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }
}
