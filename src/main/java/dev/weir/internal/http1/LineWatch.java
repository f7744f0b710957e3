package dev.weir.internal.http1;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.io.HttpTransportMetrics;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * The input of a connection, which sees how lines end. HttpCore takes a bare LF for the end of a line and does not tell; but
 * a line takes two bytes more of the input than it has characters if it ends with CR LF, and one if it ends with LF. For
 * one thread at a time.
 */
abstract class LineWatch implements SessionInputBuffer {

    private final SessionInputBuffer input;

    LineWatch(SessionInputBuffer input) {
        this.input = input;
    }

    /** Hears of a line that was read. */
    abstract void line(CharArrayBuffer buffer, int begin, boolean endsWithBareLf) throws IOException;

    @Override
    public int readLine(CharArrayBuffer buffer, InputStream in) throws IOException {
        long before = consumed();
        int begin = buffer.length();
        int read = input.readLine(buffer, in);
        if (read >= 0) {
            line(buffer, begin, consumed() - before - (buffer.length() - begin) == 1);
        }
        return read;
    }

    private long consumed() {
        return input.getMetrics().getBytesTransferred() - input.length();
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
