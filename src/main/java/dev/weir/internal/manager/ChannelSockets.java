package dev.weir.internal.manager;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes sockets that belong to a channel, because only these can be checked without waiting, and read without a poll. The
 * JDK has none for a SOCKS proxy.
 */
final class ChannelSockets implements DetachedSocketFactory {

    @Override
    public Socket create(@Nullable Proxy socksProxy) throws IOException {
        return socksProxy == null ? ChannelSocket.open(Alarms.shared()) : new Socket(socksProxy);
    }
}
