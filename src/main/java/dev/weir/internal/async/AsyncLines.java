package dev.weir.internal.async;

import dev.weir.internal.http1.LineRule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/** The input of a connection, which shows its lines to a rule. For the thread of the connection. */
final class AsyncLines implements SessionInputBuffer {

    private final SessionInputBuffer input;
    private final LineRule rule;

    AsyncLines(SessionInputBuffer input, LineRule rule) {
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
