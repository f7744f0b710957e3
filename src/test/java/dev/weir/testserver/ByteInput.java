package dev.weir.testserver;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer over a connection's input from which lines and blocks are taken; for one thread. */
final class ByteInput {

    private static final int MAX_LINE = 1 << 16;

    private final InputStream source;
    private byte[] buffer = new byte[8 * 1024];
    private int position;
    private int limit;

    ByteInput(InputStream source) {
        this.source = source;
    }

    boolean hasBuffered() {
        return position < limit;
    }

    /** Blocks for more bytes; false at the end of the stream. */
    boolean fill() throws IOException {
        makeRoom();
        int count = source.read(buffer, limit, buffer.length - limit);
        if (count < 0) {
            return false;
        }
        limit += count;
        return true;
    }

    /** The next line without its end; only CR LF and LF end a line. */
    String line() throws IOException {
        int length = lineLength();
        int text = length > 0 && buffer[position + length - 1] == '\r' ? length - 1 : length;
        String line = new String(buffer, position, text, StandardCharsets.ISO_8859_1);
        position += length + 1;
        return line;
    }

    byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        int done = Math.min(count, limit - position);
        System.arraycopy(buffer, position, bytes, 0, done);
        position += done;
        if (source.readNBytes(bytes, done, count - done) < count - done) {
            throw new EOFException("the body ended early");
        }
        return bytes;
    }

    byte[] untilEnd() throws IOException {
        byte[] buffered = bytes(limit - position);
        byte[] rest = source.readAllBytes();
        byte[] all = Arrays.copyOf(buffered, buffered.length + rest.length);
        System.arraycopy(rest, 0, all, buffered.length, rest.length);
        return all;
    }

    int unsignedByte() throws IOException {
        if (!hasBuffered() && !fill()) {
            throw new EOFException("the connection ended early");
        }
        return buffer[position++] & 0xFF;
    }

    /** What has been read ahead, which is taken out of this buffer. */
    byte[] buffered() throws IOException {
        return bytes(limit - position);
    }

    private int lineLength() throws IOException {
        int scanned = 0;
        while (true) {
            for (int at = position + scanned; at < limit; at++) {
                if (buffer[at] == '\n') {
                    return at - position;
                }
            }
            scanned = limit - position;
            if (!fill()) {
                throw new EOFException("the line ended early");
            }
        }
    }

    private void makeRoom() throws ProtocolException {
        if (position == limit) {
            position = 0;
            limit = 0;
        } else if (limit == buffer.length && position > 0) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            limit -= position;
            position = 0;
        } else if (limit == buffer.length) {
            grow();
        }
    }

    private void grow() throws ProtocolException {
        if (buffer.length >= MAX_LINE) {
            throw new ProtocolException("a line must not exceed " + MAX_LINE + " bytes");
        }
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
}
