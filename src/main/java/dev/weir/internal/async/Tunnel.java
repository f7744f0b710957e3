package dev.weir.internal.async;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http2.ssl.ApplicationProtocol;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.jspecify.annotations.Nullable;

/** Adds TLS to a connection that leads through a proxy, and whatever protocol the two ends agree on. */
final class Tunnel implements FutureCallback<TransportSecurityLayer> {

    private final AsyncTransport how;
    private final StreamEndpoint endpoint;
    private final @Nullable FutureCallback<AsyncConnectionEndpoint> callback;
    private final AsyncConnection connection;
    private final ProtocolIOSession session;

    Tunnel(AsyncDialer dialer, StreamEndpoint endpoint, @Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        this.how = dialer.transport();
        this.endpoint = endpoint;
        this.callback = callback == null ? null : new Surviving<>(callback);
        this.connection = (AsyncConnection) endpoint.lease().openTransport();
        this.session = connection.openSession();
    }

    void secure() {
        HttpRoute route = endpoint.lease().route();
        NamedEndpoint name = route.getTargetName() != null ? route.getTargetName() : route.getTargetHost();
        how.tlsStrategy().upgrade(session, name, how.tls(), how.tls().getHandshakeTimeout(), this);
    }

    @Override
    public void completed(TransportSecurityLayer ignored) {
        if (!connection.hasAgreedOnHttp2()) {
            ready();
            return;
        }
        connection.multiplex();
        session.switchProtocol(ApplicationProtocol.HTTP_2.id, new FutureCallback<>() {
            @Override
            public void completed(ProtocolIOSession switched) {
                ready();
            }

            @Override
            public void failed(Exception cause) {
                Tunnel.this.failed(cause);
            }

            @Override
            public void cancelled() {
                Tunnel.this.cancelled();
            }
        });
    }

    private void ready() {
        connection.tunnelled();
        if (callback != null) {
            callback.completed(endpoint);
        }
    }

    @Override
    public void failed(Exception cause) {
        if (callback != null) {
            callback.failed(cause);
        }
    }

    @Override
    public void cancelled() {
        failed(new ConnectionClosedException("The TLS handshake was cancelled"));
    }
}
