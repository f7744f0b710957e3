package dev.weir.bench;

import java.io.IOException;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** HttpClient's own TLS, which remembers when its handshakes began: one per connection. Thread-safe. */
final class DialLog implements TlsSocketStrategy {

    private final TlsSocketStrategy tls;
    private final Queue<Long> begunNanos = new ConcurrentLinkedQueue<>();

    DialLog(SSLContext context) {
        this.tls = new DefaultClientTlsStrategy(context);
    }

    @Override
    public SSLSocket upgrade(
            Socket socket, String target, int port, @Nullable Object attachment, @Nullable HttpContext context)
            throws IOException {
        begunNanos.add(System.nanoTime());
        return tls.upgrade(socket, target, port, attachment, context);
    }

    /** Returns how many began within a time. */
    long within(long fromNanos, long nanos) {
        return begunNanos.stream()
                .mapToLong(begun -> begun - fromNanos)
                .filter(after -> after >= 0 && after < nanos)
                .count();
    }
}
