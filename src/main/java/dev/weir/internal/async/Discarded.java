package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncDataProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;

/** Takes the rest of a body that nobody wants any more, so that whoever sends it comes to its end. For one thread. */
final class Discarded implements DataStreamChannel {

    private boolean moves = true;
    private boolean ended;

    private Discarded() {}

    /** Takes as much as there is at the moment. */
    static void restOf(AsyncDataProducer producer) {
        Discarded sink = new Discarded();
        try {
            while (sink.moves && !sink.ended) {
                sink.moves = false;
                producer.produce(sink);
            }
        } catch (IOException | RuntimeException e) {
            // Its caller has the answer already.
        }
    }

    @Override
    public int write(ByteBuffer bytes) {
        int count = bytes.remaining();
        bytes.position(bytes.limit());
        moves |= count > 0;
        return count;
    }

    @Override
    public void endStream() {
        ended = true;
    }

    @Override
    public void endStream(@Nullable List<? extends Header> trailers) {
        ended = true;
    }

    @Override
    public void requestOutput() {
        // It takes what it is given.
    }
}
