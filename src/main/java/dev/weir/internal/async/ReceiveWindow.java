package dev.weir.internal.async;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * Counts how much of a response has arrived beyond what its reader has granted again. A reader that is half a window behind
 * keeps the server from sending: the silence that follows is not the server's. Grants of a reader are passed on in parts
 * that are worth a frame, and not at all after the end of the response: servers consider many small updates, or one for a
 * stream that ended long ago, an attack (Tomcat: ENHANCE_YOUR_CALM). Once the server has no room for a whole frame, smaller
 * parts are passed on, too: it might send nothing more, so that the reader would grant nothing more. A reader with a queue
 * of its own has a whole window to read then, and will grant more (the silly window of RFC 1122, section 4.2.3.3).
 * Thread-safe.
 */
final class ReceiveWindow implements CapacityChannel {

    private static final int FAR_BEHIND_BYTES = 32 * 1024;

    // What Tomcat does not count as overhead (overheadWindowUpdateThreshold).
    private static final int HARMLESS_BYTES = 1024;

    private final int size;
    private final int leastUpdate;
    private final Silence silence;
    private final AtomicLong behind = new AtomicLong();
    private final AtomicInteger owed = new AtomicInteger();

    // Written by the thread of the connection.
    private volatile @Nullable CapacityChannel sender;

    /** Whether the body has ended. Written by the same thread. */
    volatile boolean ended;

    // The thread of the connection. Another thread may see an old value, but never itself.
    private @Nullable Thread ownThread;
    // Whether a part is owed that was granted on that thread. Written by several; an old value only makes a part wait.
    private volatile boolean isUrgent;

    /**
     * Creates it.
     *
     * @param size the initial window of the stream
     * @param leastUpdate the least number of bytes to grant at once: well below that window
     * @param silence begins again when a reader that was far behind goes on
     */
    ReceiveWindow(int size, int leastUpdate, Silence silence) {
        this.size = size;
        this.leastUpdate = leastUpdate;
        this.silence = silence;
    }

    /** Passes on what the reader grants from now on. For the thread of the connection. */
    CapacityChannel to(CapacityChannel channel) throws IOException {
        ownThread = Thread.currentThread();
        sender = channel;
        if (owed.get() > 0) {
            grant(0);
        }
        return this;
    }

    /**
     * Notes a part of the body, and the padding, which no reader sees but which was taken from the window.
     */
    void received(int bytes, int padding) throws IOException {
        behind.addAndGet(bytes);
        if (owed.addAndGet(padding) > 0) {
            grant(0); // the server has less room than when it was granted
        }
    }

    /** Tells whether the reader keeps the server from sending, or soon will. */
    boolean isHeldBack() {
        return behind.get() >= FAR_BEHIND_BYTES;
    }

    @Override
    public void update(int bytes) throws IOException {
        boolean wasHeldBack = isHeldBack();
        behind.addAndGet(-bytes);
        if (wasHeldBack) {
            silence.heard();
        }
        if (Thread.currentThread() == ownThread) {
            isUrgent = true; // it has read what it got, and the next frame is what makes it grant more
        }
        grant(bytes);
    }

    private void grant(int bytes) throws IOException {
        int all = owed.accumulateAndGet(bytes, ReceiveWindow::saturatedSum);
        CapacityChannel to = sender;
        if (to == null || ended || all <= 0) {
            return;
        }
        long room = size - behind.get() - all;
        if (isWorthIt(all, room)) {
            pass(all, to);
        }
    }

    private boolean isWorthIt(int bytes, long room) {
        return bytes >= leastUpdate || (room < leastUpdate && bytes >= HARMLESS_BYTES) || (room <= 0 && isUrgent);
    }

    private void pass(int all, CapacityChannel to) throws IOException {
        if (owed.compareAndSet(all, 0)) { // else another thread has added to it, and decides
            isUrgent = false;
            to.update(all);
        }
    }

    private static int saturatedSum(int owed, int more) {
        return (int) Math.min(Integer.MAX_VALUE, (long) owed + more);
    }
}
