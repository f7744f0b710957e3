package dev.weir.internal.async;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * How much of a response has come that its reader has not asked to be replaced yet. A reader that is half a window behind keeps the
 * server from sending: the silence that follows is not the server's. Thread-safe.
 */
final class ReceiveWindow implements CapacityChannel {

    private static final int FAR_BEHIND_BYTES = 32 * 1024;

    private final Runnable resumed;
    private final AtomicLong behind = new AtomicLong();

    // Written by the thread of the connection.
    private volatile @Nullable CapacityChannel sender;

    /**
     * Creates it.
     *
     * @param resumed run when a reader that was far behind goes on
     */
    ReceiveWindow(Runnable resumed) {
        this.resumed = resumed;
    }

    /** Passes on what the reader grants from now on. */
    CapacityChannel to(CapacityChannel channel) {
        sender = channel;
        return this;
    }

    void received(int bytes) {
        behind.addAndGet(bytes);
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
        CapacityChannel to = sender;
        if (to != null) {
            to.update(bytes);
        }
    }
}
