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
 * parts are passed on, too: it might send nothing more, so that the reader would grant nothing more. Thread-safe.
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
    private volatile boolean ended;

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

    /** Passes on what the reader grants from now on. */
    CapacityChannel to(CapacityChannel channel) throws IOException {
        sender = channel;
        grant(0);
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

    /** Notes the end of the body. */
    void end() {
        ended = true;
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
        grant(bytes);
    }

    private void grant(int bytes) throws IOException {
        int all = owed.accumulateAndGet(bytes, ReceiveWindow::saturatedSum);
        CapacityChannel to = sender;
        if (to != null && !ended && all > 0 && isWorthIt(all) && owed.compareAndSet(all, 0)) {
            to.update(all);
        }
    }

    private boolean isWorthIt(int bytes) {
        if (bytes >= leastUpdate) {
            return true;
        }
        long room = size - behind.get() - bytes;
        return room <= 0 || (room < leastUpdate && bytes >= HARMLESS_BYTES);
    }

    private static int saturatedSum(int owed, int more) {
        return (int) Math.min(Integer.MAX_VALUE, (long) owed + more);
    }
}
