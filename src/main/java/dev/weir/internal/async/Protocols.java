package dev.weir.internal.async;

import java.io.IOException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http2.impl.nio.HttpProtocolNegotiator;
import org.apache.hc.core5.http2.ssl.ApplicationProtocol;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOEventHandlerFactory;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * Gives new connections their protocols, with a listener for frames where it is HTTP/2. Pushes are refused: no code could
 * receive them.
 */
final class Protocols implements IOEventHandlerFactory {

    // HttpClient or MissingHeaders has already processed the messages.
    static final HttpProcessor NOTHING = HttpProcessorBuilder.create().build();

    /** What a connection begins with. */
    enum Opening {
        HTTP_1_1,
        /** Without TLS, because both sides know. */
        HTTP_2,
        /** What the TLS handshake agrees on. */
        AGREED
    }

    record Beginning(AsyncConnection connection, Opening opening, AsyncTransport how) {}

    /** {@inheritDoc} If several sockets race for one connection, all but one stay without a protocol. */
    @Override
    public IOEventHandler createHandler(ProtocolIOSession session, @Nullable Object attachment) {
        return new Negotiation(session, null);
    }

    /** Assigns a session to a connection. Call it before the session's first event. */
    static void begin(ProtocolIOSession session, Beginning beginning) {
        session.upgrade(newHandler(session, beginning));
    }

    private static IOEventHandler newHandler(ProtocolIOSession session, Beginning beginning) {
        AsyncConnection connection = beginning.connection();
        session.registerProtocol(
                ApplicationProtocol.HTTP_1_1.id,
                (upgraded, callback) -> begin(upgraded, http1(upgraded, beginning), callback));
        session.registerProtocol(
                ApplicationProtocol.HTTP_2.id,
                (upgraded, callback) -> begin(upgraded, http2(upgraded, beginning), callback));
        if (beginning.opening() == Opening.AGREED) {
            return new Negotiation(session, connection);
        }
        return beginning.opening() == Opening.HTTP_2 ? http2(session, beginning) : http1(session, beginning);
    }

    private static HttpConnectionEventHandler http1(ProtocolIOSession session, Beginning beginning) {
        AsyncConnection connection = beginning.connection();
        return new Http1Events(new Http1Duplexer(session, NOTHING, connection, beginning.how()), connection);
    }

    private static Http2Events http2(ProtocolIOSession session, Beginning beginning) {
        return new Http2Events(session, beginning.connection(), beginning.how().http2());
    }

    private static void begin(
            ProtocolIOSession session,
            HttpConnectionEventHandler handler,
            @Nullable FutureCallback<ProtocolIOSession> callback) {
        session.upgrade(handler);
        try {
            handler.connected(session);
            if (callback != null) {
                callback.completed(session);
            }
        } catch (IOException e) {
            handler.exception(session, e);
        }
    }

    /**
     * What happens on a connection until the TLS handshake has agreed on a protocol; or on a socket that was connected too late
     * for its dial, which belongs to no connection and is closed. For the thread of the connection.
     */
    private static final class Negotiation extends HttpProtocolNegotiator implements OfConnection {

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

    /** A handler for a connection of a pool, on a thread that other pools also use. */
    interface OfConnection {

        /** Returns the connection whose events it handles; null for a socket without one. */
        @Nullable
        AsyncConnection connection();
    }
}
