package dev.weir.spring;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Secures sockets by keys that may be renewed. Thread-safe. */
final class RenewableTls implements TlsSocketStrategy {

    // Replaced when the bundle of keys is.
    private volatile TlsSocketStrategy current;

    RenewableTls(TlsSocketStrategy first) {
        this.current = first;
    }

    void renew(TlsSocketStrategy next) {
        current = next;
    }

    @Override
    public SSLSocket upgrade(Socket socket, String target, int port, Object attachment, HttpContext context)
            throws IOException {
        return current.upgrade(socket, target, port, attachment, context);
    }
}
