package dev.weir.internal.pool;

import dev.weir.internal.http1.Sight;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Looks at an idle socket without waiting: one read that returns at once. To be called by a thread that has the connection
 * for itself, because the read switches the channel to non-blocking for a moment.
 */
final class SocketLook {

    private SocketLook() {}

    /** Tells what is there. Bytes are read, and lost for the next reader. */
    static Sight at(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            try {
                ByteBuffer first = ByteBuffer.allocate(Sight.TELLING_BYTES);
                int read = channel.read(first);
                if (read == 0) {
                    return Sight.QUIET;
                }
                return read < 0 ? Sight.ENDED : Sight.of(first.array(), read);
            } finally {
                channel.configureBlocking(true);
            }
        } catch (IOException e) {
            return Sight.ENDED; // reset, or closed by us
        }
    }

    /** Tells what is there, and keeps it for the next reader: under TLS it may be a session ticket that has just come. */
    static Sight keeping(ChannelSocket socket) {
        try {
            int there = socket.lookAhead();
            if (there == 0) {
                return Sight.QUIET;
            }
            return there < 0 ? Sight.ENDED : Sight.UNSOLICITED;
        } catch (IOException e) {
            return Sight.ENDED; // reset, or closed by us
        }
    }
}
