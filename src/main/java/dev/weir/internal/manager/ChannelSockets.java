package dev.weir.internal.manager;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes sockets that belong to a channel, because these alone can be looked at without waiting. The JDK has none for a
 * SOCKS proxy.
 */
final class ChannelSockets implements DetachedSocketFactory {

    @Override
    @SuppressWarnings("resource") // closing the socket closes its channel
    public Socket create(@Nullable Proxy socksProxy) throws IOException {
        return socksProxy == null ? SocketChannel.open().socket() : new Socket(socksProxy);
    }
}
