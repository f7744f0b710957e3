package dev.weir.internal.socket;

import dev.weir.internal.deadline.MovableAlarm;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * Ends a read for which nothing arrives in time by shutting down the input of its socket: the read then sees the end of the
 * stream. The owner of the socket closes it.
 */
final class Silence extends MovableAlarm {

    private final SocketChannel channel;

    Silence(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    protected void ring() {
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            // It is closed, and so the read has ended.
        }
    }
}
