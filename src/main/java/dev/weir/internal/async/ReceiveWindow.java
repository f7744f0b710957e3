package dev.weir.internal.async;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * How much of a response has come that its reader has not asked to be replaced yet. A reader that is half a window behind
 * keeps the server from sending: the silence that follows is not the server's. What a reader grants is passed on in parts
 * that are worth a frame, and not at all behind the end of the response: servers take many small updates, or one for a
 * stream that is long over, for an attack (Tomcat: ENHANCE_YOUR_CALM). Thread-safe.
 */
final class ReceiveWindow implements CapacityChannel {

    private static final int FAR_BEHIND_BYTES = 32 * 1024;

    private final int leastUpdate;
    private final Runnable resumed;
    private final AtomicLong behind = new AtomicLong();
    private final AtomicInteger owed = new AtomicInteger();

    // Written by the thread of the connection.
    private volatile @Nullable CapacityChannel sender;
    private volatile boolean ended;

    /**
     * Creates it.
     *
     * @param leastUpdate how many bytes are granted at once, at least: well below the window that the stream begins with
     * @param resumed run when a reader that was far behind goes on
     */
    ReceiveWindow(int leastUpdate, Runnable resumed) {
        this.leastUpdate = leastUpdate;
        this.resumed = resumed;
    }

    /** Passes on what the reader grants from now on. */
    CapacityChannel to(CapacityChannel channel) throws IOException {
        sender = channel;
        grant(0);
        return this;
    }

    /**
     * Takes note of a part of the body, and of bytes around it that no reader knows of, but that were taken from the window.
     */
    void received(int bytes, int padding) {
        behind.addAndGet(bytes);
        owed.addAndGet(padding);
    }

    /** Takes note that nothing more is to come. */
    void end() {
        ended = true;
    }

    /** Says whether the reader keeps the server from sending, or soon will. */
    boolean isHeldBack() {
        return behind.get() >= FAR_BEHIND_BYTES;
    }

    @Override
    public void update(int bytes) throws IOException {
        boolean wasHeldBack = isHeldBack();
        behind.addAndGet(-bytes);
        if (wasHeldBack) {
            resumed.run();
        }
        grant(bytes);
    }

    private void grant(int bytes) throws IOException {
        int all = owed.accumulateAndGet(bytes, ReceiveWindow::saturatedSum);
        CapacityChannel to = sender;
        if (to != null && !ended && all > 0 && all >= leastUpdate && owed.compareAndSet(all, 0)) {
            to.update(all);
        }
    }

    private static int saturatedSum(int owed, int more) {
        return (int) Math.min(Integer.MAX_VALUE, (long) owed + more);
    }
}
