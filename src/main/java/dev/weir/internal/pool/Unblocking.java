package dev.weir.internal.pool;

import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection without its own thread, as a connection of the pool. It refuses what only a blocking caller could request: no
 * caller does.
 */
abstract class Unblocking implements ManagedHttpClientConnection {

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("Exchanges on this connection do not block");
    }

    @Override
    public final void bind(Socket socket) {
        throw refusal();
    }

    @Override
    public final void bind(SSLSocket sslSocket, Socket socket) {
        throw refusal();
    }

    @Override
    public final @Nullable Socket getSocket() {
        return null;
    }

    @Override
    public final void sendRequestHeader(ClassicHttpRequest request) {
        throw refusal();
    }

    @Override
    public final void terminateRequest(ClassicHttpRequest request) {
        throw refusal();
    }

    @Override
    public final void sendRequestEntity(ClassicHttpRequest request) {
        throw refusal();
    }

    @Override
    public final ClassicHttpResponse receiveResponseHeader() {
        throw refusal();
    }

    @Override
    public final void receiveResponseEntity(ClassicHttpResponse response) {
        throw refusal();
    }

    @Override
    public final boolean isDataAvailable(Timeout timeout) {
        throw refusal();
    }

    @Override
    public final boolean isStale() {
        return !isOpen();
    }

    @Override
    public final boolean isConsistent() {
        return true;
    }

    @Override
    public final void flush() {
        throw refusal();
    }

    @Override
    public final void passivate() {
        // Its timeouts are those of the exchanges.
    }

    @Override
    public final void activate() {
        // Its timeouts are those of the exchanges.
    }
}
