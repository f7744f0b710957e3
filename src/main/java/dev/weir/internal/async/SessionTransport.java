package dev.weir.internal.async;

import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.SharedTransport;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http2.ssl.ApplicationProtocol;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.TlsDetails;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** What can be seen of a connection of the reactor, which has no session until it is connected. Thread-safe. */
abstract class SessionTransport extends SharedTransport {

    // Written when the socket is connected.
    volatile @Nullable ProtocolIOSession session;
    // Written when the handshake begins.
    private volatile boolean isSecured;

    void connected(ProtocolIOSession newSession) {
        session = newSession;
    }

    /** Tells whether a session is its own; the session of a canceled dial is not. */
    boolean isOn(IOSession other) {
        ProtocolIOSession own = session;
        return own != null && own.getId().equals(other.getId());
    }

    ProtocolIOSession openSession() {
        ProtocolIOSession open = session;
        if (open == null) {
            throw new ConnectionShutdownException();
        }
        return open;
    }

    /** Starts TLS on its session by the strategy of the pool. */
    void startTls(AsyncTransport how, NamedEndpoint name, FutureCallback<TransportSecurityLayer> callback) {
        isSecured = true;
        how.tlsStrategy().upgrade(openSession(), name, how.tls(), how.tls().getHandshakeTimeout(), callback);
    }

    /** Tells whether TLS has begun on it. */
    boolean isSecured() {
        return isSecured;
    }

    @Nullable
    TlsDetails tls() {
        ProtocolIOSession open = session;
        return open == null ? null : open.getTlsDetails();
    }

    boolean hasAgreedOnHttp2() {
        TlsDetails details = tls();
        return details != null && ApplicationProtocol.HTTP_2.id.equals(details.getApplicationProtocol());
    }

    @Override
    public String getId() {
        ProtocolIOSession open = session;
        return open == null ? PooledConnection.UNCONNECTED : open.getId();
    }

    @Override
    public boolean isOpen() {
        ProtocolIOSession open = session;
        if (open == null || !open.isOpen()) {
            return false;
        }
        IOEventHandler handler = open.getHandler();
        return !(handler instanceof HttpConnection connection) || connection.isOpen();
    }

    @Override
    public @Nullable SSLSession getSSLSession() {
        TlsDetails details = tls();
        return details == null ? null : details.getSSLSession();
    }

    @Override
    public @Nullable EndpointDetails getEndpointDetails() {
        ProtocolIOSession open = session;
        return open != null && open.getHandler() instanceof HttpConnection connection
                ? connection.getEndpointDetails()
                : null;
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        ProtocolIOSession open = session;
        return open == null ? null : open.getLocalAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        ProtocolIOSession open = session;
        return open == null ? null : open.getRemoteAddress();
    }

    @Override
    public Timeout getSocketTimeout() {
        ProtocolIOSession open = session;
        return open == null ? Timeout.DISABLED : open.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        ProtocolIOSession open = session;
        if (open != null) {
            open.setSocketTimeout(timeout);
        }
    }
}
