package dev.weir.internal.async;

import java.nio.channels.CancelledKeyException;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOSession;

/**
 * Whether a session is called when it becomes writable. HttpCore changes that with each frame, which takes a system call if
 * the selector has to be woken; within an event the change is noted here, and passed on when the event ends. Thread-safe.
 */
final class WriteInterest {

    private final IOSession session;

    // All guarded by the lock of the session.
    private boolean isWithinEvent;
    private boolean before;
    private boolean wanted;

    WriteInterest(IOSession session) {
        this.session = session;
    }

    /** Begins an event. For the thread of the connection. */
    void begin() {
        session.getLock().lock();
        try {
            isWithinEvent = true;
            before = (session.getEventMask() & EventMask.WRITE) != 0;
            wanted = before;
        } finally {
            session.getLock().unlock();
        }
    }

    /** Requests a call. */
    void set() {
        change(true);
    }

    /** Cancels the request for a call. */
    void clear() {
        change(false);
    }

    /**
     * Adds a command for the thread of the connection. The session itself notes that it must be called for the command, but
     * an event that ends at this moment may pass on that nothing is left.
     */
    void enqueue(Command command, Command.Priority priority) {
        session.enqueue(command, priority);
        set();
    }

    private void change(boolean isWanted) {
        session.getLock().lock();
        try {
            if (isWithinEvent) {
                wanted = isWanted;
            } else {
                pass(isWanted);
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

    /** Ends an event: passes the last wish on to the session, if it has changed. */
    void end() {
        session.getLock().lock();
        try {
            isWithinEvent = false;
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
