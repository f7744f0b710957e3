package dev.weir.internal.async;

import java.io.IOException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandler;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.impl.nio.ClientH2PrefaceHandler;
import org.apache.hc.core5.http2.impl.nio.ClientH2StreamMultiplexerFactory;
import org.apache.hc.core5.http2.impl.nio.ClientH2UpgradeHandler;
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

    // HttpClient has processed the messages already.
    private static final HttpProcessor NOTHING = HttpProcessorBuilder.create().build();

    private static final H2Config WITHOUT_PUSH =
            H2Config.custom().setPushEnabled(false).build();

    /** What a connection begins with. */
    enum Opening {
        HTTP_1_1,
        /** Without TLS, because both sides know. */
        HTTP_2,
        /** What the TLS handshake agrees on. */
        AGREED
    }

    record Beginning(AsyncConnection connection, Opening opening) {}

    @Override
    public IOEventHandler createHandler(ProtocolIOSession session, Object attachment) {
        Beginning beginning = (Beginning) attachment;
        AsyncConnection connection = beginning.connection();
        ClientH2StreamMultiplexerFactory http2 = new ClientH2StreamMultiplexerFactory(
                NOTHING, null, WITHOUT_PUSH, CharCodingConfig.DEFAULT, new Frames(connection));
        session.registerProtocol(
                ApplicationProtocol.HTTP_1_1.id, (upgraded, callback) -> beginHttp1(upgraded, connection, callback));
        session.registerProtocol(ApplicationProtocol.HTTP_2.id, new ClientH2UpgradeHandler(http2, null));
        return switch (beginning.opening()) {
            case HTTP_1_1 -> http1(session, connection);
            case HTTP_2 -> new ClientH2PrefaceHandler(session, http2, false, null);
            case AGREED -> new HttpProtocolNegotiator(session, null);
        };
    }

    private static HttpConnectionEventHandler http1(ProtocolIOSession session, AsyncConnection connection) {
        return new ClientHttp1IOEventHandler(new Http1Duplexer(session, NOTHING, connection));
    }

    private static void beginHttp1(
            ProtocolIOSession session,
            AsyncConnection connection,
            @Nullable FutureCallback<ProtocolIOSession> callback) {
        HttpConnectionEventHandler http1 = http1(session, connection);
        session.upgrade(http1);
        try {
            http1.connected(session);
            if (callback != null) {
                callback.completed(session);
            }
        } catch (IOException e) {
            http1.exception(session, e);
        }
    }
}
