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
final class Http1Events extends ClientHttp1IOEventHandler implements OfConnection {

    private final AsyncConnection connection;

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
        try {
            super.inputReady(session, bytes);
        } finally {
            connection.endOfEvent.reached();
        }
    }
}
