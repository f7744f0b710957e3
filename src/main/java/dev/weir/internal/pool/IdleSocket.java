package dev.weir.internal.pool;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The socket of a connection as long as nobody uses it: whether the server has closed it, and when that was last seen not
 * to be so. Only one thread at a time may look: whoever has claimed the connection. The sockets of connections that are shared
 * are watched by the reactor, which closes them by itself.
 */
final class IdleSocket {

    /** As short as a read can wait. */
    private static final Timeout SHORTEST = Timeout.ofMilliseconds(1);

    /** Below this idle time a look is not worth its microsecond. */
    private static final long WORTH_A_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long CLOSEST_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ManagedHttpClientConnection connection;
    private final boolean isWatched;

    // Written by the thread that dials, read by those that look later.
    private volatile @Nullable SocketChannel channel;
    private volatile boolean secured;
    // Written by whoever parks it or looks at it.
    private volatile long seenOpenNanos;

    IdleSocket(ManagedHttpClientConnection connection) {
        this.connection = connection;
        this.isWatched = connection instanceof SharedTransport;
    }

    void bound(Socket socket) {
        channel = socket.getChannel();
    }

    void secured() {
        secured = true;
    }

    void seenOpen(long nowNanos) {
        seenOpenNanos = nowNanos;
    }

    long seenOpenNanos() {
        return seenOpenNanos;
    }

    /** Tells whether looking at it takes no time. */
    boolean isLookable() {
        return channel != null || isWatched;
    }

    /** Returns the time until the next look is due: the older, the rarer, so that the age at which it closes is known closely. */
    long nextLookNanos(long idleSinceNanos, long longestPauseNanos, long nowNanos) {
        long idleNanos = seenOpenNanos - idleSinceNanos;
        long pauseNanos = Math.min(longestPauseNanos, Math.max(CLOSEST_LOOKS_NANOS, idleNanos / 16));
        return seenOpenNanos + pauseNanos - nowNanos;
    }

    /** Tells whether the server has closed it, as far as that can be known at its price. */
    boolean isOver(long idleNanos, long validateAfterNanos) {
        if (channel != null) {
            return idleNanos >= Math.min(validateAfterNanos, WORTH_A_LOOK_NANOS) && isOver();
        }
        return idleNanos >= validateAfterNanos && isStale();
    }

    /** Tells whether the server has closed it. To be asked only if it is lookable. */
    boolean isOver() {
        SocketChannel current = channel;
        if (current == null) {
            return isWatched && !connection.isOpen();
        }
        // Under TLS the bytes may be a message between the two ends, such as a session ticket.
        if (secured && SocketLook.hasBytes(current)) {
            return isStale() || hasUnaskedBytes();
        }
        return SocketLook.isOver(current);
    }

    private boolean isStale() {
        try {
            return connection.isStale();
        } catch (IOException e) {
            return true; // a connection that cannot be looked at cannot be used
        }
    }

    private boolean hasUnaskedBytes() {
        try {
            return connection.isDataAvailable(SHORTEST);
        } catch (IOException e) {
            return true;
        }
    }
}
