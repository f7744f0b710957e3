package dev.weir.internal.async;

import java.nio.channels.CancelledKeyException;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * Whether a session is called when it becomes writable. HttpCore changes that with each frame, which takes a system call if
 * the selector has to be woken; within an event the change is noted here, and passed on when the event ends. A frame that an
 * event sends at its end needs no call: HttpCore would look at all streams twice, and find nothing to do. Thread-safe.
 */
final class WriteInterest {

    private final IOSession session;

    // All guarded by the lock of the session.
    private boolean isWithinEvent;
    private boolean before;
    private boolean wanted;
    // The thread that sends what it gathers at the end of the current event; null if none does.
    private @Nullable Thread sender;
    // Whether it has just gathered a whole frame, after which HttpCore asks for a call.
    private boolean isAfterFrame;

    WriteInterest(IOSession session) {
        this.session = session;
    }

    /**
     * Begins an event. For the thread of the connection.
     *
     * @param sends whether it sends at its end what it gathers
     */
    void begin(boolean sends) {
        session.getLock().lock();
        try {
            isWithinEvent = true;
            before = (session.getEventMask() & EventMask.WRITE) != 0;
            wanted = before;
            sender = sends ? Thread.currentThread() : null;
            isAfterFrame = false;
        } finally {
            session.getLock().unlock();
        }
    }

    /** Notes that a frame was gathered as a whole. HttpCore holds the lock of the session until it asks for its call. */
    void gathered() {
        session.getLock().lock();
        try {
            isAfterFrame = Thread.currentThread() == sender;
        } finally {
            session.getLock().unlock();
        }
    }

    /**
     * Adds a command for the thread of the connection. The session itself notes that it must be called for the command, but
     * an event that ends at this moment may pass on that nothing is left.
     */
    void enqueue(Command command, Command.Priority priority) {
        session.enqueue(command, priority);
        want(true);
    }

    /** Requests a call, or cancels the request. */
    void want(boolean isWanted) {
        session.getLock().lock();
        try {
            boolean isForFrame = isWanted && isAfterFrame && Thread.currentThread() == sender;
            isAfterFrame = false;
            if (!isWithinEvent) {
                pass(isWanted);
            } else if (!isForFrame) {
                wanted = isWanted;
            }
        } finally {
            session.getLock().unlock();
        }
    }

    private void pass(boolean isWanted) {
        if (isWanted) {
            session.setEvent(EventMask.WRITE);
        } else {
            session.clearEvent(EventMask.WRITE);
        }
    }

    /** Tells whether a call is wanted at the moment. */
    boolean isWanted() {
        session.getLock().lock();
        try {
            return wanted;
        } finally {
            session.getLock().unlock();
        }
    }

    /** Makes an event send at its end what it gathers from now on, if a call was requested within it; returns whether. */
    boolean goOnSending() {
        session.getLock().lock();
        try {
            boolean isNew = wanted && !before;
            sender = isNew ? Thread.currentThread() : null;
            return isNew;
        } finally {
            session.getLock().unlock();
        }
    }

    /** Ends an event: passes the last wish on to the session, if it has changed. */
    void end() {
        session.getLock().lock();
        try {
            isWithinEvent = false;
            sender = null;
            if (wanted != before) {
                pass(wanted);
            }
        } catch (CancelledKeyException e) {
            // It is closed and no longer called.
        } finally {
            session.getLock().unlock();
        }
    }
}
