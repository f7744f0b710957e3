package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.http1.Sight;
import dev.weir.internal.http1.StrictHeads;
import dev.weir.internal.http1.TunnelResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.nio.NHttpMessageParser;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What may arrive on a connection with HTTP/1.1: the responses to the requests that were sent, and not one byte more (RFC
 * 9112, sections 6.3 and 9.2). For the thread of the connection; any thread may read the failure.
 */
final class Http1Answers {

    private final AsyncConnection connection;
    final StrictHeads heads = new StrictHeads();

    private @Nullable SessionInputBuffer received;
    // More than one if the holder of a connection sends without waiting (RFC 9112, section 9.3.2).
    private int due;

    /**
     * Why the connection was ended; null unless because of unsolicited data. Read by the thread that handles its end.
     */
    volatile @Nullable IOException failure;

    Http1Answers(AsyncConnection connection) {
        this.connection = connection;
    }

    /** Notes that a request is sent. */
    void asked() {
        due++;
    }

    /** Notes that the response is complete. */
    void answered() {
        due--;
    }

    /** Tells whether a part of the next response has arrived, on a connection that has had one. */
    boolean hasBegun() {
        return heads.isAmidHead() || (received != null && received.hasData());
    }

    // Ends the connection if no request asked for it.
    private void received(SessionInputBuffer bytes) throws IOException {
        received = bytes;
        if (due == 0 && bytes.hasData()) {
            throw end(
                    sight(bytes) == Sight.REQUEST_TIMEOUT
                            ? CloseCause.SERVER_CLOSED_IDLE
                            : CloseCause.UNSOLICITED_BYTES);
        }
    }

    private static Sight sight(SessionInputBuffer bytes) {
        byte[] beginning = new byte[Sight.TELLING_BYTES];
        return Sight.of(beginning, bytes.read(ByteBuffer.wrap(beginning)));
    }

    /**
     * Refuses what a proxy sends after its response to CONNECT: it would be mistaken for a response that came through TLS.
     */
    void refusePlaintext(HttpRoute route) throws ProtocolException {
        if (received != null && received.hasData()) {
            end(CloseCause.UNSOLICITED_BYTES);
            throw TunnelResponse.followedByPlaintext(route);
        }
    }

    private IOException end(CloseCause cause) {
        IOException end = new IOException(
                cause == CloseCause.SERVER_CLOSED_IDLE
                        ? "The server has closed the idle connection (408)"
                        : "The peer has sent bytes that no request asked for");
        failure = end;
        connection.unasked(cause);
        return end;
    }

    /**
     * Reads the heads of responses after checking what has arrived: HttpCore also reads whatever is there between two
     * responses, and would keep an unfinished head for the next one.
     */
    NHttpMessageParser<HttpResponse> parser(Http1Config config) {
        return new Parser(new DefaultHttpResponseParserFactory(config).create());
    }

    private final class Parser implements NHttpMessageParser<HttpResponse> {

        private final NHttpMessageParser<HttpResponse> parser;
        // HttpCore has one input for all responses of a connection. Null until something has arrived.
        private @Nullable AsyncLines lines;

        Parser(NHttpMessageParser<HttpResponse> parser) {
            this.parser = parser;
        }

        @Override
        public @Nullable HttpResponse parse(SessionInputBuffer bytes, boolean isEnd) throws IOException, HttpException {
            received(bytes);
            AsyncLines watched = lines == null ? new AsyncLines(bytes, heads) : lines;
            lines = watched;
            HttpResponse response = parser.parse(watched, isEnd);
            heads.parsed(response);
            return response;
        }

        @Override
        public void reset() {
            parser.reset();
        }
    }
}
