package dev.weir.internal.async;

import org.apache.hc.core5.http2.impl.nio.HttpProtocolNegotiator;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a connection until the TLS handshake has agreed on a protocol; or on a socket that was connected too late
 * for its dial, which belongs to no connection and is closed. For the thread of the connection.
 */
final class Negotiation extends HttpProtocolNegotiator implements OfConnection {

    private final @Nullable AsyncConnection connection;

    Negotiation(ProtocolIOSession session, @Nullable AsyncConnection connection) {
        super(session, null);
        this.connection = connection;
    }

    @Override
    public @Nullable AsyncConnection connection() {
        return connection;
    }
}
