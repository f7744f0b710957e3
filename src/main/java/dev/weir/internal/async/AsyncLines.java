package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * The input of a connection, which sees how lines end. HttpCore accepts a bare LF as the end of a line and does not report
 * it; but a line that ends with CR LF consumes two bytes more than it has characters, and one that ends with LF consumes
 * one. For the thread of the connection.
 */
final class AsyncLines implements SessionInputBuffer {

    /** Called for each line that was read, with the number of bytes that ended it: none if the connection did. */
    @FunctionalInterface
    interface Rule {
        void line(CharArrayBuffer buffer, int begin, int ending) throws IOException;
    }

    private final SessionInputBuffer input;
    private final Rule rule;

    AsyncLines(SessionInputBuffer input, Rule rule) {
        this.input = input;
        this.rule = rule;
    }

    @Override
    public boolean readLine(CharArrayBuffer buffer, boolean isEnd) throws IOException {
        int before = input.length();
        int begin = buffer.length();
        boolean isWhole = input.readLine(buffer, isEnd);
        if (isWhole) {
            rule.line(buffer, begin, before - input.length() - (buffer.length() - begin));
        }
        return isWhole;
    }

    @Override
    public boolean hasData() {
        return input.hasData();
    }

    @Override
    public int length() {
        return input.length();
    }

    @Override
    public int fill(ReadableByteChannel channel) throws IOException {
        return input.fill(channel);
    }

    @Override
    public int read() {
        return input.read();
    }

    @Override
    public int read(ByteBuffer bytes, int most) {
        return input.read(bytes, most);
    }

    @Override
    public int read(ByteBuffer bytes) {
        return input.read(bytes);
    }

    @Override
    public int read(WritableByteChannel channel, int most) throws IOException {
        return input.read(channel, most);
    }

    @Override
    public int read(WritableByteChannel channel) throws IOException {
        return input.read(channel);
    }
}
