package dev.weir.internal.pool;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * How callers that do not block are told: never within what another one is told, and never on a thread that has something else
 * to do. Threads of the pool tell them themselves; for others there are a few short-lived daemon threads, which all pools
 * share.
 */
public final class Aside {

    private static final int THREADS = 2;

    private static final ThreadPoolExecutor EXECUTOR = executor();

    private Aside() {}

    private static ThreadPoolExecutor executor() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                THREADS, THREADS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Aside::newThread);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static Thread newThread(Runnable task) {
        Thread thread = new CallbackThread(task, "weir-callback");
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Runs a callback soon: now, on a thread that calls back, unless it is calling somebody.
     *
     * @param callback what tells the caller
     */
    public static void run(Runnable callback) {
        CallbackThread own = CallbackThread.current();
        if (own == null) {
            EXECUTOR.execute(() -> run(callback));
        } else {
            own.call(callback);
        }
    }

    /**
     * Runs a callback for a caller who has just asked for something on this very thread: now, unless that was done within
     * another callback.
     *
     * @param callback what tells the caller
     */
    public static void answer(Runnable callback) {
        CallbackThread own = CallbackThread.current();
        if (own == null) {
            callback.run();
        } else {
            own.call(callback);
        }
    }
}
