package dev.weir.internal.callback;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that runs callbacks one after the other: if a callback triggers others, they run after it has returned. So
 * the stack does not grow with the number of callers that one event concerns.
 */
public final class CallbackThread extends Thread {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.callback");

    private final boolean servesConnections;

    // Both are for this thread alone.
    private final Queue<Runnable> later = new ArrayDeque<>();
    private boolean calling;

    /**
     * Creates a thread without an inherited context.
     *
     * @param task what it runs
     * @param name its name
     * @param servesConnections whether connections wait while it runs a callback
     */
    public CallbackThread(Runnable task, String name, boolean servesConnections) {
        super(null, task, name, 0, false);
        setDaemon(true);
        setContextClassLoader(CallbackThread.class.getClassLoader()); // it may outlive the application that starts it
        this.servesConnections = servesConnections;
    }

    /**
     * Ends code that a caller may have supplied, if the calling thread is of this kind. HttpCore ends an interrupted I/O
     * thread with all its connections; the code that interrupts it means only its own call.
     */
    public static void left() {
        if (Thread.currentThread() instanceof CallbackThread own && own.isInterrupted()) {
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
                run(next);
                left();
            }
        } finally {
            calling = false;
        }
    }

    // The others must still be called.
    static void run(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            LOG.warn("The callback of a caller failed", e);
        }
    }
}
