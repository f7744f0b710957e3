package dev.weir.internal.async;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;

/**
 * What an I/O thread runs, and the sessions that it serves. An {@code Error} in HttpCore's own code ends the thread, and one more, as for want
 * of memory, ends what HttpCore does then to close the sessions: what is left is closed here, and those who wait for it are told.
 * Thread-safe.
 */
final class IoWorker implements Runnable {

    // For five seconds, as memory may be short for longer than a moment.
    private static final int ATTEMPTS = 100;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int FEW = 64;

    private final Runnable task;
    private final Runnable onError;
    private final Set<IOSession> sessions = ConcurrentHashMap.newKeySet();

    // For the thread itself: how many sessions there may be before it looks for those that were never connected.
    private int many = FEW;
    private volatile boolean ended;

    /**
     * Creates it.
     *
     * @param task what HttpCore runs
     * @param onError what else is to be done when an {@code Error} has ended it
     */
    IoWorker(Runnable task, Runnable onError) {
        this.task = task;
        this.onError = onError;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Notes a session that begins on the thread. */
    void begun(IOSession session) {
        forgetUnconnected();
        sessions.add(session);
    }

    /** Notes that the handler of a session has heard of its end; it may be another thread's. */
    void over(IOSession session) {
        sessions.remove(session);
    }

    // HttpCore does not tell that a dial has failed; a session that was connected goes when it ends.
    private void forgetUnconnected() {
        if (sessions.size() >= many) {
            sessions.removeIf(session -> session.getHandler() == null && !session.isOpen());
            many = Math.max(FEW, 2 * sessions.size());
        }
    }

    @Override
    public void run() {
        boolean isOrderly = false;
        try {
            task.run();
            isOrderly = true;
        } finally {
            ended = true;
            closeRest(isOrderly ? () -> {} : onError);
        }
    }

    private void closeRest(Runnable last) {
        boolean isDone = closesRest(last);
        for (int i = 1; i < ATTEMPTS && !isDone; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            isDone = closesRest(last);
        }
    }

    private boolean closesRest(Runnable last) {
        try {
            sessions.forEach(this::close);
            last.run();
            return sessions.isEmpty();
        } catch (RuntimeException | Error e) {
            return false; // which another attempt may mend; the first error is told by the thread
        }
    }

    // Gracefully, which is not more than to tell the peer.
    private void close(IOSession session) {
        session.close(CloseMode.GRACEFUL);
        IOEventHandler handler = session.getHandler();
        if (handler == null) {
            sessions.remove(session);
        } else {
            handler.disconnected(session); // which takes it off
        }
    }
}
