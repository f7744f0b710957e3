package dev.weir.spring;

import java.net.SocketAddress;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;

/** Secures connections of asynchronous clients by keys that may be renewed. Thread-safe. */
final class RenewableAsyncTls implements TlsStrategy {

    // Replaced when the bundle of keys is.
    private volatile TlsStrategy current;

    RenewableAsyncTls(TlsStrategy first) {
        this.current = first;
    }

    void renew(TlsStrategy next) {
        current = next;
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
        return current.upgrade(session, host, local, remote, attachment, handshakeTimeout);
    }

    @Override
    public void upgrade(
            TransportSecurityLayer session,
            NamedEndpoint endpoint,
            Object attachment,
            Timeout handshakeTimeout,
            FutureCallback<TransportSecurityLayer> callback) {
        current.upgrade(session, endpoint, attachment, handshakeTimeout, callback);
    }
}
