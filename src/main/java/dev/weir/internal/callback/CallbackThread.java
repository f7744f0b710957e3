package dev.weir.internal.callback;

import dev.weir.internal.log.Log;
import dev.weir.internal.thread.Activities;
import dev.weir.internal.thread.Activity;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that calls callers back, one after the other: whatever a callback brings about for others is done when it
 * has returned. So the stack does not grow with the number of callers whom one event concerns.
 */
public final class CallbackThread extends Thread {

    private static final Log LOG = Log.of(CallbackThread.class);

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
        watch();
        try {
            super.run();
        } finally {
            Activities.shared().remove(activity);
        }
    }

    private void watch() {
        try {
            Activities.shared().add(activity);
        } catch (OutOfMemoryError e) {
            // Then a hold-up is not reported. What it is to run comes first.
        }
    }

    /**
     * Begins what the code of a caller may have a part in, if the calling thread is of this kind.
     *
     * @param with what or for whom, as text says it; null if that is not known
     * @return the thread, which is to {@link #left}; null if it is another one
     */
    public static @Nullable CallbackThread entered(@Nullable Object with) {
        CallbackThread own = current();
        if (own != null) {
            own.activity.begin(with);
        }
        return own;
    }

    /**
     * Ends it.
     *
     * @param thread what {@link #entered} returned
     */
    public static void left(@Nullable CallbackThread thread) {
        if (thread != null) {
            thread.activity.end();
            calm(thread);
        }
    }

    // HttpCore ends an I/O thread that is interrupted, with all its connections; the code that interrupts means a call
    // of its own.
    private static void calm(CallbackThread thread) {
        if (thread.isInterrupted()) {
            interrupted();
        }
    }

    /** Returns the thread that this is called on, if it is of this kind. */
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
            callLater(callback);
            return;
        }
        calling = true;
        try {
            for (Runnable next = callback; next != null; next = later.poll()) {
                activity.begin(null);
                run(next);
                activity.end();
                calm(this);
            }
        } finally {
            calling = false;
        }
    }

    private void callLater(Runnable callback) {
        try {
            later.add(callback);
        } catch (OutOfMemoryError e) {
            run(callback); // within another one, rather than never
        }
    }

    // The others must be called all the same.
    private static void run(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            LOG.warn("A caller failed when it was called back", e);
        }
    }
}
