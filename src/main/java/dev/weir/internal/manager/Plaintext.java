package dev.weir.internal.manager;

import dev.weir.event.CloseCause;
import dev.weir.internal.pool.PooledConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Separates plaintext from what TLS protects: an attacker on the path could send data before the handshake, and HttpCore
 * would treat it as the response to the first request after it.
 */
final class Plaintext {

    private Plaintext() {}

    /**
     * Refuses a tunnel if more data follows its 200.
     *
     * @throws ProtocolException if it does; the connection is then closed
     */
    static void refuseBehindConnect(
            HttpRequest request, HttpResponse response, PooledConnection connection, HttpRoute route)
            throws ProtocolException {
        boolean isTunnel = Method.CONNECT.isSame(request.getMethod()) && response.getCode() == HttpStatus.SC_OK;
        if (isTunnel && hasUnsolicited(connection)) {
            connection.end(CloseCause.UNSOLICITED_BYTES);
            throw new ProtocolException(peer(route) + " sent bytes after its 200 to CONNECT for "
                    + route.getTargetHost().toURI()
                    + ", before anything was sent through the tunnel; they could be taken"
                    + " for the response, so that the connection was closed");
        }
    }

    /**
     * Refuses to start TLS on a connection with unread plaintext.
     *
     * @throws ClientProtocolException if there is some; the connection is then closed
     */
    static void refuseBeforeTls(PooledConnection connection, HttpRoute route) throws ClientProtocolException {
        if (hasUnsolicited(connection)) {
            connection.end(CloseCause.UNSOLICITED_BYTES);
            throw new ClientProtocolException(peer(route) + " sent bytes in plaintext before the TLS handshake with "
                    + route.getTargetHost().toURI()
                    + "; they could be taken for the response, so that the connection was"
                    + " closed");
        }
    }

    /**
     * Refuses to start TLS on a socket with unread plaintext. The peer of a handshake never speaks first.
     *
     * @throws ClientProtocolException if there is some
     */
    static void refuseBeforeTls(Socket socket, @Nullable SocketAddress socksProxy, String target) throws IOException {
        if (socket.getInputStream().available() > 0) {
            String peer = socksProxy instanceof InetSocketAddress proxy
                    ? "SOCKS proxy " + proxy.getHostString() + ":" + proxy.getPort()
                    : "The peer";
            throw new ClientProtocolException(peer + " sent bytes in plaintext before the TLS handshake with " + target
                    + ", where the client speaks first; does this port expect TLS?");
        }
    }

    // A socket that this side has closed looks like one with data.
    private static boolean hasUnsolicited(PooledConnection connection) {
        return connection.hasUnsolicited() && !connection.isClosed();
    }

    private static String peer(HttpRoute route) {
        HttpHost proxy = route.getProxyHost();
        return proxy != null ? "Proxy " + proxy.toURI() : "The server";
    }
}
