package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a connection with HTTP/1.1, on its way to HttpCore. A thread that waits for data wakes when HttpCore has
 * read what is there: by then a short response is complete, and its lease has been given back. For the thread of the
 * connection.
 */
final class Http1Events extends ClientHttp1IOEventHandler implements Protocols.OfConnection {

    // Of a response that has arrived, far more than the window.
    private static final int MOST_READS = 64;

    private final AsyncConnection connection;

    // Also after it has failed, when the rest means nothing.
    private boolean isReading;

    Http1Events(Http1Duplexer duplexer, AsyncConnection connection) {
        super(duplexer);
        this.connection = connection;
    }

    @Override
    public AsyncConnection connection() {
        return connection;
    }

    @Override
    public void inputReady(IOSession session, @Nullable ByteBuffer bytes) throws IOException {
        connection.endOfEvent.begun();
        isReading = true;
        try {
            super.inputReady(session, bytes);
            isReading = false;
        } finally {
            connection.endOfEvent.reached();
        }
    }

    /**
     * {@inheritDoc} A server may answer before it has the whole request, and close: what has arrived by the time the rest
     * cannot be sent is read first, through the layer of TLS, if there is one.
     */
    @Override
    public void exception(IOSession session, Exception cause) {
        if (cause instanceof IOException && !isReading) {
            readFirst(session);
        }
        super.exception(session, cause);
    }

    private void readFirst(IOSession session) {
        try {
            for (int i = 0; i < MOST_READS && session.isOpen() && connection.isUploading(); i++) {
                session.getHandler().inputReady(session, null);
            }
        } catch (IOException | RuntimeException e) {
            // There is no more, and the first failure tells why.
        }
    }
}
