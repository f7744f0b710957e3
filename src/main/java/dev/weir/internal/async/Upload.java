package dev.weir.internal.async;

import dev.weir.internal.call.BrokenConnection;
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

    // HttpCore sends frames as long as those that it takes until a server says what it takes, which it need not say.
    private static final int LONGEST_FRAME = 16_384;

    private final boolean isInFrames;

    /** Whether nothing is left to be sent. */
    volatile boolean whole;

    /** Whether nothing more may be sent. */
    volatile boolean stopped;

    // Of the thread of the connection.
    private @Nullable Body body;

    Upload(boolean isInFrames) {
        this.isInFrames = isInFrames;
    }

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
            try {
                return stopped ? 0 : writePart(bytes);
            } catch (IOException e) {
                throw broken(e);
            }
        }

        private int writePart(ByteBuffer bytes) throws IOException {
            if (!isInFrames || bytes.remaining() <= LONGEST_FRAME) {
                return channel.write(bytes);
            }
            int written = channel.write(bytes.slice(bytes.position(), LONGEST_FRAME));
            bytes.position(bytes.position() + written);
            return written;
        }

        @Override
        public void endStream() throws IOException {
            endStream(null);
        }

        @Override
        public void endStream(@Nullable List<? extends Header> trailers) throws IOException {
            if (!stopped) {
                whole = true; // before the server can answer it
                try {
                    channel.endStream(trailers);
                } catch (IOException e) {
                    throw broken(e);
                }
            }
        }

        // Between the channel and this there may be code of the caller, which throws its own.
        private static IOException broken(IOException failure) {
            return BrokenConnection.ofChannel(failure) instanceof IOException end ? end : failure;
        }
    }
}
