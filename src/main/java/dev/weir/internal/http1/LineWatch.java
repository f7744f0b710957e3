package dev.weir.internal.http1;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.io.HttpTransportMetrics;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * The input of a connection, which sees how lines end. HttpCore accepts a bare LF as the end of a line and does not report
 * it; but a line that ends with CR LF consumes two bytes more than it has characters, and one that ends with LF consumes
 * one. A head may have such lines (RFC 9112, section 2.2); a chunked body may not. For one thread at a time.
 */
final class LineWatch implements SessionInputBuffer {

    /** Called for each line that was read, with the number of bytes that ended it: none if the connection did. */
    @FunctionalInterface
    interface Rule {
        void line(CharArrayBuffer buffer, int begin, int ending) throws IOException;
    }

    private final SessionInputBuffer input;
    private final Rule rule;

    LineWatch(SessionInputBuffer input, Rule rule) {
        this.input = input;
        this.rule = rule;
    }

    @Override
    public int readLine(CharArrayBuffer buffer, InputStream in) throws IOException {
        HttpTransportMetrics metrics = input.getMetrics();
        long consumedBefore = metrics.getBytesTransferred() - input.length();
        int begin = buffer.length();
        int read = input.readLine(buffer, in);
        if (read >= 0) {
            long consumed = metrics.getBytesTransferred() - input.length() - consumedBefore;
            rule.line(buffer, begin, (int) consumed - (buffer.length() - begin));
        }
        return read;
    }

    @Override
    public int length() {
        return input.length();
    }

    @Override
    public int capacity() {
        return input.capacity();
    }

    @Override
    public int available() {
        return input.available();
    }

    @Override
    public int read(byte[] bytes, int offset, int length, InputStream in) throws IOException {
        return input.read(bytes, offset, length, in);
    }

    @Override
    public int read(byte[] bytes, InputStream in) throws IOException {
        return input.read(bytes, in);
    }

    @Override
    public int read(InputStream in) throws IOException {
        return input.read(in);
    }

    @Override
    public HttpTransportMetrics getMetrics() {
        return input.getMetrics();
    }
}
