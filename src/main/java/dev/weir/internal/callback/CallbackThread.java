package dev.weir.internal.callback;

import dev.weir.internal.log.Log;
import dev.weir.internal.thread.Activities;
import dev.weir.internal.thread.Activity;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that runs callbacks one after the other: if a callback triggers others, they run after it has returned. So
 * the stack does not grow with the number of callers that one event concerns.
 */
public final class CallbackThread extends Thread {

    private static final Log LOG = Log.of("callback");

    private final Activity activity;
    private final boolean servesConnections;

    // Both are for this thread alone.
    private final Queue<Runnable> later = new ArrayDeque<>();
    private boolean calling;

    /**
     * Creates a thread without an inherited context.
     *
     * @param task what it runs
     * @param name its name
     * @param pool whose connections it serves, or {@link Activity#ASYNC_POOLS}; null if it serves none
     */
    public CallbackThread(Runnable task, String name, @Nullable String pool) {
        super(null, task, name, 0, false);
        setDaemon(true);
        setContextClassLoader(CallbackThread.class.getClassLoader()); // it may outlive the application that starts it
        this.servesConnections = pool != null;
        this.activity = new Activity(
                name,
                pool,
                pool == null
                        ? "it runs no other callback meanwhile"
                        : "the other connections of this thread wait meanwhile");
    }

    @Override
    public void run() {
        Activities.shared().add(activity);
        try {
            super.run();
        } finally {
            Activities.shared().remove(activity);
        }
    }

    /**
     * Notes the begin of code that a caller may have supplied, if the calling thread is of this kind.
     *
     * @param with a description of the work; null if not known
     * @return the thread, to be passed to {@link #left}; null if it is another one
     */
    public static @Nullable CallbackThread entered(@Nullable Object with) {
        if (!(Thread.currentThread() instanceof CallbackThread own)) {
            return null;
        }
        own.activity.begin(with);
        return own;
    }

    /**
     * Ends it.
     *
     * @param thread what {@link #entered} returned
     */
    public static void left(@Nullable CallbackThread thread) {
        if (thread == null) {
            return;
        }
        thread.activity.end();
        // HttpCore ends an interrupted I/O thread with all its connections; the code that interrupts it means only its
        // own call.
        if (thread.isInterrupted()) {
            interrupted();
        }
    }

    /** Returns the calling thread, if it is of this kind. */
    static @Nullable CallbackThread current() {
        return Thread.currentThread() instanceof CallbackThread own ? own : null;
    }

    /** Whether connections wait while it runs a callback. */
    boolean servesConnections() {
        return servesConnections;
    }

    /** Runs a callback as soon as the current one has returned. For this thread alone. */
    void call(Runnable callback) {
        if (calling) {
            later.add(callback);
            return;
        }
        calling = true;
        try {
            for (Runnable next = callback; next != null; next = later.poll()) {
                activity.begin(null);
                run(next);
                left(this);
            }
        } finally {
            calling = false;
        }
    }

    // The others must still be called.
    private static void run(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            LOG.warn("The callback of a caller failed", e);
        }
    }
}
