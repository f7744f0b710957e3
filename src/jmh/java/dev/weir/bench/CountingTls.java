package dev.weir.bench;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** HttpClient's own TLS, which counts its handshakes: one per connection. Thread-safe. */
final class CountingTls implements TlsSocketStrategy {

    private final TlsSocketStrategy tls;
    private final AtomicLong handshakes;

    CountingTls(SSLContext context, AtomicLong handshakes) {
        this.tls = new DefaultClientTlsStrategy(context);
        this.handshakes = handshakes;
    }

    @Override
    public SSLSocket upgrade(
            Socket socket, String target, int port, @Nullable Object attachment, @Nullable HttpContext context)
            throws IOException {
        handshakes.incrementAndGet();
        return tls.upgrade(socket, target, port, attachment, context);
    }
}
