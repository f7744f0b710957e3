package dev.weir.internal.http1;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultClassicHttpResponseFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.LazyLaxLineParser;
import org.jspecify.annotations.Nullable;

/**
 * Parses the heads of the responses of one connection as HttpClient does, notes bare line feeds, and knows the buffer from
 * which it parses. For one thread at a time.
 */
final class StrictParser extends DefaultHttpResponseParser {

    // Null until the first response; written by the holder of the connection.
    private @Nullable HeadLines lines;

    StrictParser() {
        super(Http1Config.DEFAULT, LazyLaxLineParser.INSTANCE, DefaultClassicHttpResponseFactory.INSTANCE);
    }

    @Override
    public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in) throws IOException, HttpException {
        HeadLines watched = lines;
        if (watched == null) {
            watched = new HeadLines(buffer);
            lines = watched;
        }
        return super.parse(watched, in);
    }

    boolean hasBareLf() {
        HeadLines watched = lines;
        return watched != null && watched.hasBareLf();
    }

    /** Returns the buffer; null before the first response. */
    @Nullable
    SessionInputBuffer buffer() {
        return lines;
    }
}
