package dev.weir.internal.callback;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Actions deferred until the current I/O event has been processed. Code that is told of an exchange on it finds it in the
 * context of the call. For the thread of the connection.
 */
public final class EndOfEvent {

    private static final String NAME = "weir.end-of-event";

    private final Runnable ask;
    private final Queue<Runnable> due = new ArrayDeque<>();
    // Another thread may see an old one, and never itself.
    private @Nullable Thread thread;

    /**
     * Creates it for a connection.
     *
     * @param ask has the connection call {@link #reached()} soon
     */
    public EndOfEvent(Runnable ask) {
        this.ask = ask;
    }

    /**
     * Notes it for the code that is told of an exchange.
     *
     * @param context the context of the call
     * @param end the end of events of its connection; null if there is none to wait for
     */
    public static void noteIn(HttpContext context, @Nullable EndOfEvent end) {
        if (end != null) {
            context.setAttribute(NAME, end);
        } else {
            context.removeAttribute(NAME);
        }
    }

    /**
     * Returns what was noted.
     *
     * @param context the context of the call
     * @return the end of events of its connection; null if there is none to wait for
     */
    public static @Nullable EndOfEvent in(@Nullable HttpContext context) {
        return context == null ? null : (EndOfEvent) context.getAttribute(NAME);
    }

    /**
     * Does something at the end.
     *
     * @param action what
     */
    public void run(Runnable action) {
        if (Thread.currentThread() != thread) {
            action.run(); // of another connection: two calls share a context
            return;
        }
        due.add(action);
        if (due.size() == 1) {
            ask.run();
        }
    }

    /** Notes the thread of the connection, which calls it. */
    public void begun() {
        thread = Thread.currentThread();
    }

    /** Does what is to be done. */
    public void reached() {
        for (Runnable next = due.poll(); next != null; next = due.poll()) {
            act(next);
        }
    }

    // What one throws must not keep the others from being done: they would not be asked for again.
    private static void act(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            CallerErrors.note(e);
        }
    }
}
