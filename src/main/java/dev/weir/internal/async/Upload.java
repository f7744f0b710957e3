package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to the server. It knows whether all of it was sent; once stopped, it sends neither the rest nor an
 * end, so no server mistakes a part for the whole. Thread-safe.
 */
final class Upload {

    /** Whether nothing is left to be sent. */
    volatile boolean whole;

    /** Whether nothing more may be sent. */
    volatile boolean stopped;

    // Of the thread of the connection.
    private @Nullable Body body;

    /** Tells whether a part of the body was sent. */
    boolean isBegun() {
        return body != null;
    }

    /** Returns a channel to send the body with. */
    DataStreamChannel bodyTo(DataStreamChannel channel) {
        Body current = body;
        if (current == null) {
            current = new Body(channel);
            body = current;
        }
        return current;
    }

    private final class Body implements DataStreamChannel {
        private final DataStreamChannel channel;

        Body(DataStreamChannel channel) {
            this.channel = channel;
        }

        @Override
        public void requestOutput() {
            channel.requestOutput();
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return stopped ? 0 : channel.write(bytes);
        }

        @Override
        public void endStream() throws IOException {
            endStream(null);
        }

        @Override
        public void endStream(@Nullable List<? extends Header> trailers) throws IOException {
            if (!stopped) {
                whole = true; // before the server can answer it
                channel.endStream(trailers);
            }
        }
    }
}
