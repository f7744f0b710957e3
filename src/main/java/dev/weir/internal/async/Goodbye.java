package dev.weir.internal.async;

import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection in order, over HTTP/2 with GOAWAY. HttpCore (5.4.3) keeps a stream that this side has reset for a
 * second, and the socket until it notices at a later event that no stream is left; on a connection that is idle no such
 * event comes. Thread-safe.
 */
final class Goodbye {

    // A little more than HttpCore keeps such a stream.
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(1_100);

    private final Runnable askForEvent;

    private volatile boolean isSaid;
    // The latest one; an earlier one that rings does no harm.
    private volatile @Nullable Delay look;

    /**
     * Creates it for a connection.
     *
     * @param askForEvent makes its thread check for work
     */
    Goodbye(Runnable askForEvent) {
        this.askForEvent = askForEvent;
    }

    /** Closes a session once nothing is under way on it. */
    void say(ProtocolIOSession session, boolean isMultiplexed) {
        isSaid = isMultiplexed;
        if (isMultiplexed) {
            lookLater(); // first: the session may have ended when it is enqueued
        }
        session.enqueue(new ShutdownCommand(CloseMode.GRACEFUL), Command.Priority.IMMEDIATE);
    }

    /** Notes that a stream is closed on this side. */
    void streamEnded() {
        if (isSaid) {
            lookLater();
        }
    }

    private void lookLater() {
        Delay next = new Delay(LINGER_NANOS, askForEvent);
        look = next;
        next.begin();
    }

    /** Notes that the session has ended. */
    void disconnected() {
        isSaid = false;
        Delay last = look;
        if (last != null) {
            last.end();
        }
    }
}
