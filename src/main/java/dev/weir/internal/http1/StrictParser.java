package dev.weir.internal.http1;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultClassicHttpResponseFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.LazyLaxLineParser;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Parses the heads of the responses of one connection as HttpClient does, notes bare line feeds, and knows the buffer from
 * which it parses. For one thread at a time.
 */
public final class StrictParser implements HttpMessageParser<ClassicHttpResponse> {

    private final HttpMessageParser<ClassicHttpResponse> parser;
    private @Nullable LineWatch lines;
    // The last line was the empty one that ends a head.
    private boolean isHeadWhole;

    /** Whether a line of any head so far ended with a bare LF. Written by the holder of the connection. */
    boolean hasBareLf;

    /** The buffer from which it parses; null before the first response. */
    @Nullable
    SessionInputBuffer unwatched;

    StrictParser(Http1Config config) {
        parser = new DefaultHttpResponseParser(
                config, LazyLaxLineParser.INSTANCE, DefaultClassicHttpResponseFactory.INSTANCE);
    }

    @Override
    public @Nullable ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in)
            throws IOException, HttpException {
        LineWatch watched = lines;
        if (watched == null) {
            watched = new LineWatch(buffer, this::line);
            lines = watched;
            unwatched = buffer;
        }
        ClassicHttpResponse response = parser.parse(watched, in);
        if (response != null && !isHeadWhole) {
            throw cutHead();
        }
        return response;
    }

    private void line(CharArrayBuffer line, int begin, int ending) throws ConnectionClosedException {
        if (ending == 0) {
            throw cutHead();
        }
        isHeadWhole = line.length() == begin;
        hasBareLf |= ending == 1;
    }

    /**
     * Creates the failure of a call whose connection ends within the head of its response: HttpCore (5.4.3) takes that for
     * the end of the head, but it is no response (RFC 9112, section 8).
     *
     * @return the failure
     */
    public static ConnectionClosedException cutHead() {
        return new ConnectionClosedException("The server closed the connection within the head of its response");
    }
}
