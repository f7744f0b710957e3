package dev.weir.internal.callback;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Actions deferred until the current I/O event has been processed. For the thread of the connection.
 */
public final class EndOfEvent {

    private final Queue<Runnable> due = new ArrayDeque<>();
    // Another thread may see an old value, but never itself.
    private @Nullable Thread thread;

    /** Creates it for a connection. */
    public EndOfEvent() {}

    /**
     * Runs an action at the end of the event; at once outside an event.
     *
     * @param action the action
     */
    public void run(Runnable action) {
        if (Thread.currentThread() != thread) {
            action.run(); // it belongs to another connection: two calls share a context
            return;
        }
        due.add(action);
    }

    /** Notes that an event begins on the current thread, the one of the connection. */
    public void begun() {
        thread = Thread.currentThread();
    }

    /** Notes that the event has ended, and runs the deferred actions. */
    public void reached() {
        thread = null;
        for (Runnable next = due.poll(); next != null; next = due.poll()) {
            act(next);
        }
    }

    // A failure of one must not prevent the others, which would not be requested again.
    private static void act(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            CallerErrors.note(e);
        }
    }
}
