package dev.weir.internal.http1;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Parses the heads of the responses of one connection as HttpClient does, notes bare line feeds, and knows the buffer from
 * which it parses. It reads lines into the same two buffers again and again, and remembers their content: most heads on a
 * connection repeat the previous one. For one thread at a time.
 */
final class StrictParser implements HttpMessageParser<ClassicHttpResponse> {

    private static final int USUAL_LINE = 128;

    // Buffers for longer lines are not kept.
    private static final int LARGEST_LINE = 1_024;

    private final Http1Config config;
    private final HeadMemory memory = new HeadMemory();

    // The current line, and the previous one, which ends only when the next one turns out not to continue it.
    private CharArrayBuffer line = new CharArrayBuffer(USUAL_LINE);
    private CharArrayBuffer previous = new CharArrayBuffer(USUAL_LINE);

    /** The lines of all heads so far; null before the first response. Written by the holder of the connection. */
    @Nullable
    LineWatch lines;

    /** The buffer from which it parses; null before the first response. */
    @Nullable
    SessionInputBuffer unwatched;

    StrictParser(Http1Config config) {
        this.config = config;
    }

    @Override
    public @Nullable ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in)
            throws IOException, HttpException {
        LineWatch watched = lines;
        if (watched == null) {
            watched = new LineWatch(buffer);
            lines = watched;
            unwatched = buffer;
        }
        try {
            if (!readStatusLine(watched, in)) {
                return null;
            }
            ClassicHttpResponse response = memory.response(line);
            addHeaders(response, watched, in);
            return response;
        } catch (MessageConstraintException e) {
            throw HeadLimits.exceeded(config);
        }
    }

    private boolean readStatusLine(SessionInputBuffer buffer, InputStream in) throws IOException, HttpException {
        for (int i = 0; i < config.getMaxEmptyLineCount(); i++) {
            line.clear();
            if (buffer.readLine(line, in) < 0) {
                return false;
            }
            if (!line.isEmpty()) {
                return true;
            }
        }
        throw new MessageConstraintException("Maximum empty line limit exceeded");
    }

    private void addHeaders(ClassicHttpResponse response, SessionInputBuffer buffer, InputStream in)
            throws IOException, HttpException {
        int count = 0;
        while (readHeader(buffer, in)) {
            if (count > 0 && isBlank(line.charAt(0))) {
                unfold();
            } else {
                addPrevious(response, count);
                count++;
                CharArrayBuffer read = line;
                line = previous;
                previous = read;
            }
            if (config.getMaxHeaderCount() > 0 && count >= config.getMaxHeaderCount()) {
                throw new MessageConstraintException("Maximum header count exceeded");
            }
        }
        addPrevious(response, count);
        if (line.capacity() > LARGEST_LINE || previous.capacity() > LARGEST_LINE) {
            line = new CharArrayBuffer(USUAL_LINE);
            previous = new CharArrayBuffer(USUAL_LINE);
        }
    }

    private void addPrevious(ClassicHttpResponse response, int count) throws HttpException {
        if (count > 0) {
            response.addHeader(memory.header(previous, count - 1));
        }
    }

    // HttpCore (5.4.3) takes the end of the connection for the end of a head: a part of it would count as a response.
    private boolean readHeader(SessionInputBuffer buffer, InputStream in) throws IOException {
        line.clear();
        if (buffer.readLine(line, in) < 0) {
            throw CutHead.failure();
        }
        return !line.isEmpty();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    // A line that begins with a blank belongs to the one before (RFC 9112, section 5.2).
    private void unfold() throws MessageConstraintException {
        int from = 0;
        while (from < line.length() && isBlank(line.charAt(from))) {
            from++;
        }
        int longest = config.getMaxLineLength();
        if (longest > 0 && previous.length() + 1 + line.length() - from > longest) {
            throw new MessageConstraintException("Maximum line length limit exceeded");
        }
        previous.append(' ');
        previous.append(line, from, line.length() - from);
    }
}
