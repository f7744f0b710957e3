package dev.weir.internal.async;

import dev.weir.internal.event.Wire;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.http2.frame.RawFrame;

/** Counts the frames of one stream. Thread-safe. */
final class StreamBytes implements Wire {

    // The header of each frame (RFC 9113, section 4.1).
    private static final int HEAD_BYTES = 9;

    private final AtomicLong sentBytes = new AtomicLong();
    private final AtomicLong receivedBytes = new AtomicLong();

    void sent(RawFrame frame) {
        sentBytes.addAndGet(HEAD_BYTES + frame.getLength());
    }

    void received(RawFrame frame) {
        receivedBytes.addAndGet(HEAD_BYTES + frame.getLength());
    }

    @Override
    public long sent() {
        return sentBytes.get();
    }

    @Override
    public long received() {
        return receivedBytes.get();
    }
}
