package dev.weir.spring;

import java.net.SocketAddress;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.springframework.boot.ssl.SslBundle;

/**
 * Stands where Boot would put its own way to TLS, so that what a customizer put there instead is told from it. Immutable.
 */
final class BootsTls implements TlsStrategy {

    BootsTls(SslBundle bundle) {
        // The pool takes the keys of the bundle itself.
    }

    @Override
    @Deprecated
    public boolean upgrade(
            TransportSecurityLayer session,
            HttpHost host,
            SocketAddress local,
            SocketAddress remote,
            Object attachment,
            Timeout handshakeTimeout) {
        throw new IllegalStateException("It establishes no connections");
    }
}
