package dev.weir.internal.async;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;

/**
 * What an I/O thread runs, and the sessions that it serves. An {@code Error} in HttpCore's own code ends the thread, and a
 * second one, perhaps for lack of memory, interrupts the closing of the sessions by HttpCore: the rest is closed here, and
 * the callers that wait for it are told. Thread-safe.
 */
final class IoWorker implements Runnable {

    // For a minute, because memory may be short for a while.
    private static final int ATTEMPTS = 1_200;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int FEW = 64;

    private final Runnable task;
    private final Ended onEnd;
    private final WorkerSelector selector;
    private final Set<IOSession> sessions = ConcurrentHashMap.newKeySet();

    // For the thread itself: the number of sessions from which it looks for those that were never connected.
    private int many = FEW;
    private volatile boolean ended;

    /** Called when a thread has ended, with whether an {@code Error} ended it. Called again if it fails. */
    @FunctionalInterface
    interface Ended {
        void ended(boolean byError);
    }

    /**
     * Creates it.
     *
     * @param task what HttpCore runs
     * @param onEnd called when it has ended
     */
    IoWorker(Runnable task, Ended onEnd) {
        this.task = task;
        this.onEnd = onEnd;
        this.selector = WorkerSelector.of(task);
    }

    boolean hasEnded() {
        return ended;
    }

    /** Notes a session that begins on the thread. */
    void begun(IOSession session) {
        forgetUnconnected();
        sessions.add(session);
    }

    /** Notes that the handler of a session knows of its end; the session may be another thread's. */
    void over(IOSession session) {
        sessions.remove(session);
    }

    // HttpCore does not report a failed dial; a session that was connected is removed when it ends.
    private void forgetUnconnected() {
        if (sessions.size() >= many) {
            sessions.removeIf(session -> session.getHandler() == null && !session.isOpen());
            many = Math.max(FEW, 2 * sessions.size());
        }
    }

    /** Closes the sockets whose close an {@code Error} interrupted. */
    void finishClosed() throws IOException {
        selector.finishClosed();
    }

    @Override
    public void run() {
        boolean byError = true;
        try {
            task.run();
            byError = false;
        } finally {
            ended = true;
            closeRest(byError);
        }
    }

    private void closeRest(boolean byError) {
        boolean isDone = closesRest(byError);
        for (int i = 1; i < ATTEMPTS && !isDone; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            isDone = closesRest(byError);
        }
    }

    // Without a lambda: that needs memory, too, and may fail outside the part that is retried.
    private boolean closesRest(boolean byError) {
        boolean areSessionsClosed = closesSessions(byError);
        boolean isTold = tells(byError);
        return closesSelector() && areSessionsClosed && isTold;
    }

    private boolean closesSessions(boolean byError) {
        try {
            for (IOSession session : sessions) {
                close(session, byError);
            }
            return sessions.isEmpty();
        } catch (RuntimeException | Error e) {
            return false; // another attempt may succeed; the thread reports the first error
        }
    }

    private boolean tells(boolean byError) {
        try {
            onEnd.ended(byError);
            return true;
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    private boolean closesSelector() {
        try {
            selector.close();
            return true;
        } catch (IOException | RuntimeException | Error e) {
            return false;
        }
    }

    // Gracefully, which only notifies the peer.
    private void close(IOSession session, boolean byError) {
        session.close(CloseMode.GRACEFUL);
        IOEventHandler handler = session.getHandler();
        if (handler == null) {
            sessions.remove(session);
            return;
        }
        if (byError) {
            handler.exception(session, new ConnectionClosedException("The I/O thread of the connection has ended"));
        }
        handler.disconnected(session); // this removes it
    }
}
