package dev.weir.internal.callback;

import dev.weir.internal.deadline.Alarms;

/**
 * How callers that do not block are told: never within what another one is told, and never on a thread that has
 * something else to do. Threads of the pool tell them themselves; for others there are a few short-lived daemon
 * threads, which all pools share.
 */
public final class CallbackExecutor {

    private static final CallbackThreads THREADS =
            new CallbackThreads(CallbackThreads.MAX_THREADS, CallbackExecutor::newThread, Alarms.shared());

    private CallbackExecutor() {}

    private static Thread newThread(Runnable task) {
        Thread thread = new CallbackThread(task, "weir-callback", null);
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
            THREADS.execute(callback);
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
            THREADS.execute(callback);
        } else {
            callback.run();
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
