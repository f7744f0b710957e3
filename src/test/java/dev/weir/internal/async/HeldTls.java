package dev.weir.internal.async;

import java.net.SocketAddress;
import java.util.Objects;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A handshake that goes on until the test ends it. */
final class HeldTls implements TlsStrategy {

    private @Nullable TransportSecurityLayer session;
    private @Nullable FutureCallback<TransportSecurityLayer> callback;

    @Override
    public void upgrade(
            TransportSecurityLayer newSession,
            NamedEndpoint endpoint,
            @Nullable Object attachment,
            Timeout handshakeTimeout,
            FutureCallback<TransportSecurityLayer> newCallback) {
        session = newSession;
        callback = newCallback;
    }

    @Override
    @Deprecated
    public boolean upgrade(
            TransportSecurityLayer newSession,
            HttpHost host,
            SocketAddress local,
            SocketAddress remote,
            @Nullable Object attachment,
            Timeout handshakeTimeout) {
        throw new UnsupportedOperationException();
    }

    void succeed() {
        Objects.requireNonNull(callback).completed(Objects.requireNonNull(session));
    }

    void fail(Exception cause) {
        Objects.requireNonNull(callback).failed(cause);
    }
}
