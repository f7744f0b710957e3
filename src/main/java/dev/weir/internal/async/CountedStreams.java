package dev.weir.internal.async;

import java.util.HashMap;
import java.util.Map;
import org.apache.hc.core5.http2.frame.RawFrame;

/** The streams of a connection whose frames are counted. For the thread of the connection. */
final class CountedStreams {

    private final Map<Integer, StreamBytes> counts = new HashMap<>();

    /** Whether there are any, which is seldom. */
    boolean areAny;

    void begun(int streamId, StreamBytes bytes) {
        counts.put(streamId, bytes);
        areAny = true;
    }

    void ended(int streamId) {
        counts.remove(streamId);
        areAny = !counts.isEmpty();
    }

    void sent(int streamId, RawFrame frame) {
        StreamBytes bytes = counts.get(streamId);
        if (bytes != null) {
            bytes.sent(frame);
        }
    }

    void received(int streamId, RawFrame frame) {
        StreamBytes bytes = counts.get(streamId);
        if (bytes != null) {
            bytes.received(frame);
        }
    }
}
