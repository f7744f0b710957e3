package dev.weir.internal.client;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.io.EofSensorInputStream;
import org.apache.hc.core5.http.io.EofSensorWatcher;

/**
 * Reads the bytes of a body directly from its connection, under the deadline of the call. Not thread-safe, like any stream.
 */
final class BoundedStream extends EofSensorInputStream {

    private final CallDeadline deadline;
    private boolean isOver;

    BoundedStream(InputStream in, EofSensorWatcher body, CallDeadline deadline) {
        super(in, body);
        this.deadline = deadline;
    }

    @Override
    public int read() throws IOException {
        try {
            int read = super.read();
            if (read < 0) {
                stop();
            }
            return read;
        } catch (IOException | RuntimeException e) {
            throw ended(e);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            int read = super.read(bytes, offset, length);
            if (read < 0) {
                stop();
            }
            return read;
        } catch (IOException | RuntimeException e) {
            throw ended(e);
        }
    }

    private void stop() {
        if (!isOver) {
            isOver = true;
            deadline.stop();
        }
    }

    private IOException ended(Exception failure) {
        stop();
        return deadline.ended(failure);
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } catch (IOException | RuntimeException e) {
            throw deadline.ended(e);
        } finally {
            stop();
        }
    }
}
