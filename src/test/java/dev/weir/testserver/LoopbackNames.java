package dev.weir.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;

/** Turns host names into loopback addresses without looking anything up. */
public final class LoopbackNames {

    static final InetAddress ADDRESS = literal("127.0.0.1");

    private LoopbackNames() {}

    /** Connects to a literal loopback address, or to 127.0.0.1 for any name; other literals are refused. */
    static Socket connect(String host, int port) throws IOException {
        InetAddress address = isLiteral(host) ? InetAddress.getByName(host) : ADDRESS;
        if (!address.isLoopbackAddress()) {
            throw new UnknownHostException("only loopback addresses are reachable, but was " + host);
        }
        Socket socket = new Socket(address, port);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Returns an address in text form as it is. */
    public static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }
}
