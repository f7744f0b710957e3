package dev.weir.spring;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Secures sockets by keys that may be renewed, and tells what does it what customizers said of TLS. Thread-safe. */
final class RenewableTls implements TlsSocketStrategy {

    // Replaced when the bundle of keys is.
    private volatile TlsSocketStrategy current;

    private final @Nullable TlsConfig customized;

    /**
     * Creates it.
     *
     * @param first what does it until it is renewed
     * @param customized what customizers set for all connections; null for nothing
     */
    RenewableTls(TlsSocketStrategy first, @Nullable TlsConfig customized) {
        this.current = first;
        this.customized = customized;
    }

    void renew(TlsSocketStrategy next) {
        current = next;
    }

    @Override
    public SSLSocket upgrade(Socket socket, String target, int port, Object attachment, HttpContext context)
            throws IOException {
        return current.upgrade(socket, target, port, told(attachment), context);
    }

    // The time for the handshake is the pool's.
    private Object told(Object attachment) {
        return customized != null && attachment instanceof TlsConfig ours
                ? TlsConfig.copy(customized)
                        .setHandshakeTimeout(ours.getHandshakeTimeout())
                        .build()
                : attachment;
    }
}
