package dev.weir.internal.async;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLSession;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a connection with HTTP/2, on its way to HttpCore: between two events the connection may reset the streams that
 * were given up, and wake those who wait for what has come. For the thread of the connection.
 */
final class Http2Events implements HttpConnectionEventHandler {

    private final HttpConnectionEventHandler http2;
    private final AsyncConnection connection;

    Http2Events(HttpConnectionEventHandler http2, AsyncConnection connection) {
        this.http2 = http2;
        this.connection = connection;
    }

    @Override
    public void inputReady(IOSession session, @Nullable ByteBuffer bytes) throws IOException {
        connection.endOfEvent().begun();
        http2.inputReady(session, bytes);
        connection.resetGivenUp(http2, session);
    }

    @Override
    public void outputReady(IOSession session) throws IOException {
        connection.endOfEvent().reached(); // whatever comes is followed by this, or by one of those below
        http2.outputReady(session);
        connection.resetGivenUp(http2, session); // not before: HttpCore may have taken the wish to be here for its own
    }

    @Override
    public void connected(IOSession session) throws IOException {
        http2.connected(session);
    }

    @Override
    public void timeout(IOSession session, Timeout timeout) throws IOException {
        connection.endOfEvent().reached();
        http2.timeout(session, timeout);
    }

    @Override
    public void exception(IOSession session, Exception cause) {
        connection.endOfEvent().reached();
        http2.exception(session, cause);
    }

    @Override
    public void disconnected(IOSession session) {
        connection.endOfEvent().reached();
        http2.disconnected(session);
    }

    @Override
    public void close() throws IOException {
        http2.close();
    }

    @Override
    public void close(CloseMode mode) {
        http2.close(mode);
    }

    @Override
    public boolean isOpen() {
        return http2.isOpen();
    }

    @Override
    public SSLSession getSSLSession() {
        return http2.getSSLSession();
    }

    @Override
    public EndpointDetails getEndpointDetails() {
        return http2.getEndpointDetails();
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return http2.getProtocolVersion();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return http2.getLocalAddress();
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return http2.getRemoteAddress();
    }

    @Override
    public Timeout getSocketTimeout() {
        return http2.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        http2.setSocketTimeout(timeout);
    }
}
