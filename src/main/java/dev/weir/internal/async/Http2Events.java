package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.DefaultFrameFactory;
import org.apache.hc.core5.http2.impl.nio.ClientH2IOEventHandler;
import org.apache.hc.core5.http2.impl.nio.ClientH2StreamMultiplexer;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a connection with HTTP/2, on its way to HttpCore, from its preface on. HttpCore sees no frame of an
 * unknown type; between two events the connection may reset the streams that were given up, and wake the threads that wait
 * for data. For the thread of the connection.
 */
final class Http2Events extends ClientH2IOEventHandler implements Protocols.OfConnection {

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ProtocolIOSession own;
    private final AsyncConnection connection;

    /** The channel through which HttpCore reads frames. */
    final FrameFilter filter;

    private final ByteBuffer preface = ByteBuffer.wrap(PREFACE);

    // Asked by any thread.
    private volatile boolean begun;

    Http2Events(ProtocolIOSession own, AsyncConnection connection, H2Config config) {
        super(new ClientH2StreamMultiplexer(
                own,
                DefaultFrameFactory.INSTANCE,
                Protocols.NOTHING,
                null,
                config,
                CharCodingConfig.DEFAULT,
                connection.frames));
        this.own = own;
        this.connection = connection;
        this.filter = connection.frames.filterBy(config);
    }

    @Override
    public AsyncConnection connection() {
        return connection;
    }

    @Override
    public void connected(IOSession session) {
        session.setEvent(EventMask.WRITE);
    }

    private boolean begin(IOSession session) throws IOException {
        session.write(preface);
        if (preface.hasRemaining()) {
            return false;
        }
        begun = true;
        super.connected(session);
        return true;
    }

    @Override
    public void inputReady(IOSession session, @Nullable ByteBuffer bytes) throws IOException {
        if (bytes != null) {
            filter.give(bytes);
        }
        try {
            if (begun || begin(session)) {
                connection.endOfEvent.begun();
                super.inputReady(session, null);
                if (connection.resets.areDue()) {
                    connection.resetGivenUp(this, session);
                }
            }
        } finally {
            filter.keep(); // the bytes belong to the caller
            connection.endOfEvent.reached();
        }
    }

    @Override
    public void outputReady(IOSession session) throws IOException {
        if (begun || begin(session)) {
            super.outputReady(session);
            if (connection.resets.areDue()) { // not earlier: HttpCore may have cleared the interest that led here
                connection.resetGivenUp(this, session);
            }
        }
        if (!session.isOpen()) {
            // It waits for the peer to end TLS. HttpCore keeps asking for turns to write: they would keep the thread
            // busy, and each would put off the timeout that ends the wait for a peer that is gone.
            session.clearEvent(EventMask.WRITE);
        }
    }

    @Override
    public boolean isOpen() {
        return begun ? super.isOpen() : own.isOpen();
    }

    /** Gives HttpCore bytes that did not come from the peer. */
    void feed(IOSession session, ByteBuffer frame) throws IOException {
        super.inputReady(session, frame);
    }
}
