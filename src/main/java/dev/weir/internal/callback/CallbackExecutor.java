package dev.weir.internal.callback;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs the callbacks of callers that do not block: never within another callback, and never on a thread that has other work.
 * Threads of the pool run callbacks themselves; for other threads there are a few short-lived daemon threads, which all
 * pools share.
 */
public final class CallbackExecutor {

    // How many callbacks may block before others have to wait.
    static final int MOST_THREADS = 64;

    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            MOST_THREADS, MOST_THREADS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), CallbackExecutor::newThread);

    static {
        THREADS.allowCoreThreadTimeOut(true);
    }

    private static void execute(Runnable callback) {
        execute(THREADS, callback);
    }

    static void execute(Executor threads, Runnable callback) {
        try {
            threads.execute(() -> run(callback));
        } catch (OutOfMemoryError e) { // no thread is left: run it here, or the caller is never told
            CallbackThread.run(callback);
        }
    }

    private CallbackExecutor() {}

    private static Thread newThread(Runnable task) {
        Thread thread = new CallbackThread(task, "weir-callback", false);
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Runs a callback soon: now, on a thread that calls back, unless it is running a callback.
     *
     * @param callback what tells the caller
     */
    public static void run(Runnable callback) {
        CallbackThread own = CallbackThread.current();
        if (own == null) {
            execute(callback);
        } else {
            own.call(callback);
        }
    }

    /**
     * Runs a callback that may take its time: now, but on another thread if connections are served by this one.
     *
     * @param callback what tells the caller
     */
    public static void runOffIoThread(Runnable callback) {
        CallbackThread own = CallbackThread.current();
        if (own != null && own.servesConnections()) {
            execute(callback);
        } else {
            callback.run();
        }
    }

    /**
     * Runs a callback for a caller on its own thread: now, unless the caller is itself within a callback.
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
