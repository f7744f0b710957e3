package dev.weir.internal.async;

import dev.weir.internal.pool.NoMemoryException;
import java.io.IOException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandler;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.DefaultFrameFactory;
import org.apache.hc.core5.http2.impl.nio.ClientH2IOEventHandler;
import org.apache.hc.core5.http2.impl.nio.ClientH2StreamMultiplexer;
import org.apache.hc.core5.http2.impl.nio.HttpProtocolNegotiator;
import org.apache.hc.core5.http2.ssl.ApplicationProtocol;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOEventHandlerFactory;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * Gives new connections their protocols, with a listener for frames where it is HTTP/2. Pushes are refused: nobody could
 * receive them.
 */
final class Protocols implements IOEventHandlerFactory {

    // HttpClient has processed the messages already, and where it has not, MissingHeaders does.
    private static final HttpProcessor NOTHING = HttpProcessorBuilder.create().build();

    // What every server must take (RFC 9113, section 4.2): HttpCore sends frames as long as those that it takes itself.
    private static final int LONGEST_FRAME = 16_384;

    private static final H2Config HTTP_2 = H2Config.custom()
            .setPushEnabled(false)
            .setMaxFrameSize(LONGEST_FRAME)
            .build();

    /** What a connection begins with. */
    enum Opening {
        HTTP_1_1,
        /** Without TLS, because both sides know. */
        HTTP_2,
        /** What the TLS handshake agrees on. */
        AGREED
    }

    record Beginning(AsyncConnection connection, Opening opening) {}

    /**
     * {@inheritDoc}
     *
     * <p>An {@code Error} would end the thread of the reactor, and the pool with it.
     */
    @Override
    public IOEventHandler createHandler(ProtocolIOSession session, Object attachment) {
        try {
            return newHandler(session, attachment);
        } catch (OutOfMemoryError e) {
            throw NoMemoryException.INSTANCE;
        }
    }

    private static IOEventHandler newHandler(ProtocolIOSession session, Object attachment) {
        Beginning beginning = (Beginning) attachment;
        AsyncConnection connection = beginning.connection();
        session.registerProtocol(
                ApplicationProtocol.HTTP_1_1.id,
                (upgraded, callback) -> begin(upgraded, http1(upgraded, connection), callback));
        session.registerProtocol(
                ApplicationProtocol.HTTP_2.id,
                (upgraded, callback) -> begin(upgraded, http2(upgraded, connection, callback), null));
        return switch (beginning.opening()) {
            case HTTP_1_1 -> http1(session, connection);
            case HTTP_2 -> http2(session, connection, null);
            case AGREED -> new HttpProtocolNegotiator(session, null);
        };
    }

    private static HttpConnectionEventHandler http1(ProtocolIOSession session, AsyncConnection connection) {
        return new ClientHttp1IOEventHandler(new Http1Duplexer(session, NOTHING, connection));
    }

    private static Http2Events http2(
            ProtocolIOSession session,
            AsyncConnection connection,
            @Nullable FutureCallback<ProtocolIOSession> onBegun) {
        connection.receivesBy(HTTP_2.getInitialWindowSize());
        ClientH2StreamMultiplexer multiplexer = new ClientH2StreamMultiplexer(
                session,
                DefaultFrameFactory.INSTANCE,
                NOTHING,
                null,
                HTTP_2,
                CharCodingConfig.DEFAULT,
                new Frames(connection));
        return new Http2Events(session, new ClientH2IOEventHandler(multiplexer), connection, LONGEST_FRAME, onBegun);
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
}
