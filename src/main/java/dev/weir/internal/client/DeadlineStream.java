package dev.weir.internal.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a body that is read under a deadline. Not thread-safe, like any stream. */
final class DeadlineStream extends FilterInputStream {

    private final CallDeadline deadline;

    DeadlineStream(InputStream body, CallDeadline deadline) {
        super(body);
        this.deadline = deadline;
    }

    @Override
    public int read() throws IOException {
        try {
            return noted(in.read());
        } catch (IOException | RuntimeException e) {
            deadline.stop();
            throw deadline.ended(e);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return noted(in.read(bytes, offset, length));
        } catch (IOException | RuntimeException e) {
            deadline.stop();
            throw deadline.ended(e);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        try {
            return in.skip(count);
        } catch (IOException | RuntimeException e) {
            deadline.stop();
            throw deadline.ended(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            in.close();
        } catch (IOException | RuntimeException e) {
            throw deadline.ended(e);
        } finally {
            deadline.stop();
        }
    }

    private int noted(int read) {
        if (read < 0) {
            deadline.stop();
        }
        return read;
    }
}
