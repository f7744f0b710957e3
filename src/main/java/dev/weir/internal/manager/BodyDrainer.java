package dev.weir.internal.manager;

import dev.weir.internal.pool.PooledConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.StreamClosedException;
import org.apache.hc.core5.util.Timeout;

/**
 * Reads the unread rest of a body, so that its connection can be reused, if that is cheaper than a new connection.
 */
final class BodyDrainer {

    /** A handshake costs about as much as this many bytes. */
    static final int MOST_BYTES = 64 * 1024;

    /** A caller that closes a response expects to wait no longer. */
    static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private BodyDrainer() {}

    /** Reads to the end, within limits; returns whether it reached the end. */
    static boolean drain(InputStream body, PooledConnection connection) throws IOException {
        long endNanos = System.nanoTime() + LONGEST_NANOS;
        byte[] bytes = new byte[1]; // usually only the end is left
        int left = MOST_BYTES;
        try {
            while (left > 0) {
                connection.setSocketTimeout(untilNanos(endNanos));
                int read = body.read(bytes);
                if (read < 0) {
                    return true;
                }
                left -= read;
                bytes = bytes.length > 1 ? bytes : new byte[4 * 1024];
                if (System.nanoTime() - endNanos >= 0) {
                    return false;
                }
            }
            return false;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (StreamClosedException e) {
            return true; // closing it read the rest
        }
    }

    private static Timeout untilNanos(long endNanos) {
        return Timeout.ofMilliseconds(Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime())));
    }
}
