package dev.weir.internal.pool;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.util.Identifiable;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Passes everything on to HttpClient's own connection. It delegates because a connection may come from the user's factory.
 */
abstract class DelegatingConnection implements ManagedHttpClientConnection, Identifiable {

    final HttpConnection delegate;

    DelegatingConnection(HttpConnection delegate) {
        this.delegate = delegate;
    }

    // A shared connection is none; no caller asks it to block.
    private ManagedHttpClientConnection blocking() {
        return (ManagedHttpClientConnection) delegate;
    }

    @Override
    public String getId() {
        return delegate instanceof Identifiable identifiable ? identifiable.getId() : delegate.toString();
    }

    @Override
    public void bind(Socket socket) throws IOException {
        blocking().bind(socket);
    }

    @Override
    public void bind(SSLSocket sslSocket, Socket socket) throws IOException {
        blocking().bind(sslSocket, socket);
    }

    @Override
    public Socket getSocket() {
        return blocking().getSocket();
    }

    @Override
    public @Nullable SSLSession getSSLSession() {
        return delegate.getSSLSession();
    }

    @Override
    public void passivate() {
        blocking().passivate();
    }

    @Override
    public void activate() {
        blocking().activate();
    }

    @Override
    public boolean isConsistent() {
        return blocking().isConsistent();
    }

    @Override
    public void sendRequestHeader(ClassicHttpRequest request) throws HttpException, IOException {
        blocking().sendRequestHeader(request);
    }

    @Override
    public void terminateRequest(ClassicHttpRequest request) throws HttpException, IOException {
        blocking().terminateRequest(request);
    }

    @Override
    public void sendRequestEntity(ClassicHttpRequest request) throws HttpException, IOException {
        blocking().sendRequestEntity(request);
    }

    @Override
    public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
        return blocking().receiveResponseHeader();
    }

    @Override
    public void receiveResponseEntity(ClassicHttpResponse response) throws HttpException, IOException {
        blocking().receiveResponseEntity(response);
    }

    @Override
    public boolean isDataAvailable(Timeout timeout) throws IOException {
        return blocking().isDataAvailable(timeout);
    }

    @Override
    public boolean isStale() throws IOException {
        return blocking().isStale();
    }

    @Override
    public void flush() throws IOException {
        blocking().flush();
    }

    @Override
    public @Nullable EndpointDetails getEndpointDetails() {
        return delegate.getEndpointDetails();
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        return delegate.getLocalAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        return delegate.getRemoteAddress();
    }

    @Override
    public @Nullable ProtocolVersion getProtocolVersion() {
        return delegate.getProtocolVersion();
    }

    @Override
    public Timeout getSocketTimeout() {
        return delegate.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        delegate.setSocketTimeout(timeout);
    }
}
