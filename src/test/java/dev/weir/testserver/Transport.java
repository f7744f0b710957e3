package dev.weir.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A connection's socket, with TLS on top of it or without, and the ways to end it. */
final class Transport {

    private final Socket raw;
    private final @Nullable ServerTls tls;
    private volatile Socket socket; // written by the connection's thread, at the handshake

    Transport(Socket raw, @Nullable ServerTls tls) {
        this.raw = raw;
        this.tls = tls;
        this.socket = raw;
    }

    void handshake() throws IOException {
        if (tls == null) {
            return;
        }
        tls.pace().take();
        // This overload is the one that puts the server's side of TLS on a connected socket.
        SSLSocket secure = (SSLSocket) tls.context().getSocketFactory().createSocket(raw, null, true);
        secure.setNeedClientAuth(tls.needClientAuth());
        if (tls.protocol() != null) {
            secure.setEnabledProtocols(new String[] {tls.protocol()});
        }
        socket = secure;
        secure.startHandshake();
    }

    InputStream input() throws IOException {
        return socket.getInputStream();
    }

    OutputStream output() throws IOException {
        return socket.getOutputStream();
    }

    void close(ClosedBy by) {
        if (by == ClosedBy.SERVER_RST) {
            reset();
        } else {
            AcceptLoop.closeQuietly(socket);
        }
        AcceptLoop.closeQuietly(raw);
    }

    /** Closes without the closing handshake of TLS, as the end of a process does. */
    void abort() {
        AcceptLoop.closeQuietly(raw);
    }

    private void reset() {
        try {
            raw.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed already, by the client or by another thread.
        }
    }
}
