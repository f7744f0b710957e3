package dev.weir.internal.pool;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that calls callers back, one after the other: whatever a callback brings about for others is done when it
 * has returned. So the stack does not grow with the number of callers whom one event concerns.
 */
public final class CallbackThread extends Thread {

    private static final Logger LOG = LoggerFactory.getLogger(CallbackThread.class);

    // Both are for this thread alone.
    private final Queue<Runnable> later = new ArrayDeque<>();
    private boolean calling;

    /**
     * Creates a thread without an inherited context.
     *
     * @param task what it runs
     * @param name its name
     */
    public CallbackThread(Runnable task, String name) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }

    /** Returns the thread that this is called on, if it is of this kind. */
    static @Nullable CallbackThread current() {
        return Thread.currentThread() instanceof CallbackThread own ? own : null;
    }

    /** Calls somebody back, as soon as whoever is being called has returned. For this thread alone. */
    void call(Runnable callback) {
        if (calling) {
            later.add(callback);
            return;
        }
        calling = true;
        try {
            for (Runnable next = callback; next != null; next = later.poll()) {
                run(next);
            }
        } finally {
            calling = false;
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
