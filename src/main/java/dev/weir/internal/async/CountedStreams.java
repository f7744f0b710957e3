package dev.weir.internal.async;

import java.util.HashMap;
import java.util.Map;
import org.apache.hc.core5.http2.frame.RawFrame;

/** The streams of a connection whose frames are counted. For the thread of the connection. */
final class CountedStreams {

    private final Map<Integer, StreamBytes> counts = new HashMap<>();

    void begun(int streamId, StreamBytes bytes) {
        counts.put(streamId, bytes);
    }

    void ended(int streamId) {
        if (!counts.isEmpty()) {
            counts.remove(streamId);
        }
    }

    void sent(int streamId, RawFrame frame) {
        StreamBytes bytes = counts.isEmpty() ? null : counts.get(streamId);
        if (bytes != null) {
            bytes.sent(frame);
        }
    }

    void received(int streamId, RawFrame frame) {
        StreamBytes bytes = counts.isEmpty() ? null : counts.get(streamId);
        if (bytes != null) {
            bytes.received(frame);
        }
    }
}
