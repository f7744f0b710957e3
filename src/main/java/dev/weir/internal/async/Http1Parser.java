package dev.weir.internal.async;

import dev.weir.internal.http1.StrictParser;
import java.io.IOException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.nio.NHttpMessageParser;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of responses after checking what has arrived: HttpCore also reads whatever is there between two responses,
 * and would keep an unfinished head for the next one. Notes bare line feeds. For the thread of the connection.
 */
final class Http1Parser implements NHttpMessageParser<HttpResponse> {

    private final NHttpMessageParser<HttpResponse> parser;
    private final Http1Answers answers;

    // Null until something has arrived.
    private @Nullable AsyncLines lines;
    // The last line was the empty one that ends a head.
    private boolean isHeadWhole;

    Http1Parser(Http1Answers answers, Http1Config config) {
        this.parser = new DefaultHttpResponseParserFactory(config).create();
        this.answers = answers;
    }

    @Override
    public @Nullable HttpResponse parse(SessionInputBuffer bytes, boolean isEnd) throws IOException, HttpException {
        answers.received(bytes);
        HttpResponse response = parser.parse(watched(bytes), isEnd);
        if (response != null && !isHeadWhole) {
            throw StrictParser.cutHead();
        }
        return response;
    }

    // HttpCore has one input for all responses of a connection.
    private AsyncLines watched(SessionInputBuffer bytes) {
        AsyncLines watched = lines;
        if (watched == null) {
            watched = new AsyncLines(bytes, this::line);
            lines = watched;
        }
        return watched;
    }

    private void line(CharArrayBuffer buffer, int begin, int ending) throws ConnectionClosedException {
        if (ending == 0) {
            throw StrictParser.cutHead();
        }
        isHeadWhole = buffer.length() == begin;
        if (ending == 1) {
            answers.bareLf();
        }
    }

    @Override
    public void reset() {
        parser.reset();
    }
}
