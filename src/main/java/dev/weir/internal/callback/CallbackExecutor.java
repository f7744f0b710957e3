package dev.weir.internal.callback;

/**
 * Runs the callbacks of callers that do not block: never within another callback, and never on a thread that has other work.
 * Threads of the pool run callbacks themselves; for other threads there are a few short-lived daemon threads, which all
 * pools share.
 */
public final class CallbackExecutor {

    private static final CallbackThreads THREADS =
            new CallbackThreads(CallbackThreads.MAX_THREADS, CallbackExecutor::newThread);

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
