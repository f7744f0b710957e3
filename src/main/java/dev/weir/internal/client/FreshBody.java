package dev.weir.internal.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducerWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, which starts from its beginning each time it is sent. When HttpCore's producers of text and files
 * are released (5.4.3), they keep the rest of an attempt in their buffer, and would send it first.
 */
final class FreshBody extends AsyncEntityProducerWrapper {

    private enum State {
        UNTOUCHED,
        SENDING,
        STALE
    }

    // One attempt at a time; each begins when the one before has ended.
    private volatile State state = State.UNTOUCHED;

    FreshBody(AsyncEntityProducer body) {
        super(body);
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        if (state == State.STALE) {
            super.produce(Nowhere.CHANNEL); // it accepts everything that is left
            super.releaseResources();
        }
        state = State.SENDING;
        super.produce(channel);
    }

    @Override
    public void failed(Exception cause) {
        ended();
        super.failed(cause);
    }

    @Override
    public void releaseResources() {
        ended();
        super.releaseResources();
    }

    private void ended() {
        if (state == State.SENDING) {
            state = State.STALE;
        }
    }

    private enum Nowhere implements DataStreamChannel {
        CHANNEL;

        @Override
        public void requestOutput() {
            // Nothing later is wanted.
        }

        @Override
        public int write(ByteBuffer bytes) {
            int count = bytes.remaining();
            bytes.position(bytes.limit());
            return count;
        }

        @Override
        public void endStream() {
            // There is no stream.
        }

        @Override
        public void endStream(@Nullable List<? extends Header> trailers) {
            // There is no stream.
        }
    }
}
