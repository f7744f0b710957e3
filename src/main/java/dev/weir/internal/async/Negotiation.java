package dev.weir.internal.async;

import org.apache.hc.core5.http2.impl.nio.HttpProtocolNegotiator;
import org.apache.hc.core5.reactor.ProtocolIOSession;

/** What happens on a connection until the TLS handshake has agreed on a protocol. For the thread of the connection. */
final class Negotiation extends HttpProtocolNegotiator implements OfConnection {

    private final AsyncConnection connection;

    Negotiation(ProtocolIOSession session, AsyncConnection connection) {
        super(session, null);
        this.connection = connection;
    }

    @Override
    public AsyncConnection connection() {
        return connection;
    }
}
