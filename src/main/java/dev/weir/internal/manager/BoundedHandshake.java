package dev.weir.internal.manager;

import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Ends a TLS handshake that takes longer than {@code tls.handshake}. HttpClient limits each read of it, so a peer that sends
 * single bytes could prolong it at will.
 */
final class BoundedHandshake implements TlsSocketStrategy {

    private final TlsSocketStrategy strategy;
    private final Timeout limit;
    private final @Nullable SocketAddress socksProxy;

    private BoundedHandshake(Transport transport, TlsSocketStrategy strategy) {
        this.strategy = strategy;
        this.limit = transport.tls().getHandshakeTimeout();
        this.socksProxy = transport.socket().getSocksProxyAddress();
    }

    /** Creates one with keys and trust of a route; null for those of the pool. */
    static BoundedHandshake of(Transport transport, @Nullable SSLContext own) {
        return new BoundedHandshake(transport, transport.strategy(own));
    }

    @Override
    public SSLSocket upgrade(Socket socket, String target, int port, Object attachment, HttpContext context)
            throws IOException {
        // A socket through a SOCKS proxy is one of the JDK's.
        Plaintext.refuseBeforeTls(socket, socket instanceof ChannelSocket ? null : socksProxy, target + ":" + port);
        if (socket instanceof ChannelSocket ours) {
            ours.readAhead();
        }
        Cut cut = new Cut(socket, limit.toNanoseconds());
        Alarms.shared().set(cut);
        try {
            return strategy.upgrade(socket, target, port, attachment, context);
        } catch (IOException e) {
            throw cut.happened ? timeout(e) : e;
        } finally {
            Alarms.shared().off(cut);
        }
    }

    private SocketTimeoutException timeout(IOException cause) {
        SocketTimeoutException timeout = new SocketTimeoutException(
                "TLS handshake took longer than " + limit.toMilliseconds() + " ms (tls.handshake)");
        timeout.initCause(cause);
        return timeout;
    }

    /**
     * Closes the socket under the handshake. If that has just ended, the connection fails at its first use, and is not lost.
     */
    private static final class Cut extends Alarm {
        private final Socket socket;

        // Written by the thread of the alarms; read by the thread whose socket was closed.
        private volatile boolean happened;

        Cut(Socket socket, long limitNanos) {
            super(System.nanoTime(), limitNanos);
            this.socket = socket;
        }

        @Override
        protected void ring() {
            happened = true;
            try {
                socket.close();
            } catch (IOException e) {
                // Closed anyway, as far as the handshake is concerned.
            }
        }
    }
}
