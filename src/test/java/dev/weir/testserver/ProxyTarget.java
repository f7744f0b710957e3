package dev.weir.testserver;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;

/** Where a proxy is told to go; names are never looked up. */
record ProxyTarget(String host, int port) {

    /** Reads {@code host:port}, with brackets around an IPv6 address. */
    static ProxyTarget parse(String authority, int defaultPort) throws ProtocolException {
        int colon = authority.lastIndexOf(':');
        if (colon < 0 || authority.endsWith("]")) {
            return new ProxyTarget(withoutBrackets(authority), defaultPort);
        }
        try {
            int port = Integer.parseInt(authority.substring(colon + 1));
            return new ProxyTarget(withoutBrackets(authority.substring(0, colon)), port);
        } catch (NumberFormatException e) {
            throw new ProtocolException("not a target: " + authority);
        }
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(LoopbackNames.resolve(host), port);
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
