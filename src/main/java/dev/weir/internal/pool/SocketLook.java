package dev.weir.internal.pool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Looks at an idle socket without waiting: one read that returns at once. To be called by whoever has the connection for
 * itself, because the read switches the channel to non-blocking for a moment.
 */
final class SocketLook {

    private SocketLook() {}

    /** Tells whether the peer has closed, or has sent something that nobody asked for. */
    static boolean isOver(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            try {
                // Nothing at all is 0. The end is less; a byte is more, and it is lost for whoever would read next.
                return channel.read(ByteBuffer.allocate(1)) != 0;
            } finally {
                channel.configureBlocking(true);
            }
        } catch (IOException e) {
            return true; // reset, or closed by us
        }
    }

    /** Tells whether there is something to read, which is left there. Does not see the end. */
    static boolean hasBytes(SocketChannel channel) {
        try {
            return channel.socket().getInputStream().available() > 0;
        } catch (IOException e) {
            return true; // whoever reads will see why
        }
    }
}
