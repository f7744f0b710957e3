package dev.weir.internal.pool;

import dev.weir.internal.http1.Sight;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Checks an idle socket without waiting, by one read that returns at once. Only a thread with exclusive use of the
 * connection may call it, because the read briefly switches the channel to non-blocking.
 */
final class SocketLook {

    private SocketLook() {}

    /** Tells what it finds. It consumes bytes, which the next reader then misses. */
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

    /** Tells what it finds, and keeps bytes for the next reader: under TLS they may be a new session ticket. */
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
