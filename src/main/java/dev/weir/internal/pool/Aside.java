package dev.weir.internal.pool;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Few short-lived daemon threads, which all pools share, on which callers are told that their time is over: what they do then
 * must not hold up the deadlines of others.
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
        Thread thread = new Thread(null, task, "weir-callback", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Runs a task soon.
     *
     * @param task what tells the caller
     */
    public static void run(Runnable task) {
        EXECUTOR.execute(task);
    }
}
