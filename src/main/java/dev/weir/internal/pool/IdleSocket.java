package dev.weir.internal.pool;

import dev.weir.internal.http1.Sight;
import dev.weir.internal.http1.StrictConnection;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The socket of a connection without an outstanding request: tells whether the server has closed it or sent unsolicited
 * bytes. Only the thread that has the connection for itself may look.
 */
final class IdleSocket {

    /** The shortest timeout of a read. */
    private static final Timeout SHORTEST = Timeout.ofMilliseconds(1);

    /** Below this idle time, checking whether the server has closed it is not worth a microsecond. */
    private static final long WORTH_A_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** That of a connection before its dial. */
    static final IdleSocket NONE = new IdleSocket(new DefaultManagedHttpClientConnection(PooledConnection.UNCONNECTED));

    /** HttpClient's own, or one from the user's factory. */
    final ManagedHttpClientConnection connection;

    private final @Nullable StrictConnection strict;

    // Written by the thread that dials, read by those that check or close later.
    private volatile @Nullable Socket base;
    private volatile @Nullable SocketChannel channel;
    private volatile @Nullable InputStream wire;
    private volatile @Nullable ChannelSocket polling;
    private volatile boolean secured;

    IdleSocket(ManagedHttpClientConnection connection) {
        this.connection = connection;
        this.strict = connection instanceof StrictConnection ours ? ours : null;
    }

    /** Notes the socket before HttpClient's connection knows it. */
    void holds(Socket socket) {
        base = socket;
    }

    /**
     * Closes it, if HttpClient's connection has not: that does not know a socket that it had no memory for, and forgets one
     * that it failed to close.
     */
    void close() {
        Socket current = base;
        try {
            if (current != null) {
                current.close();
            }
        } catch (IOException e) {
            // It is closed as far as possible.
        }
    }

    void bound(Socket socket) throws IOException {
        channel = socket.getChannel();
        wire = socket.isConnected() ? socket.getInputStream() : null;
        polling = socket instanceof ChannelSocket ours && socket.isConnected() ? ours : null;
    }

    void secured() {
        secured = true;
    }

    boolean isSecured() {
        return secured;
    }

    /** Tells whether checking it takes no time. */
    boolean isLookable() {
        return channel != null;
    }

    /** Looks before a request is sent: always for bytes, for the end if that is worth its cost. */
    Sight beforeUse(long idleNanos, long validateAfterNanos) {
        if (channel != null) {
            boolean isWorthIt = idleNanos >= Math.min(validateAfterNanos, WORTH_A_LOOK_NANOS);
            return isWorthIt || hasArrived() || hasLeftover() ? look() : Sight.QUIET;
        }
        return idleNanos >= validateAfterNanos && probeEnd() ? Sight.ENDED : look();
    }

    /** Looks for bytes, and for the end if that takes no time. */
    Sight look() {
        StrictConnection ours = strict;
        if (ours != null && ours.hasBuffered()) {
            return buffered(ours);
        }
        SocketChannel current = channel;
        if (secured) {
            return lookUnderTls(current);
        }
        if (current != null) {
            return lookAt(current);
        }
        return hasArrived() ? received() : Sight.QUIET;
    }

    // The bytes may be a message between the two ends, such as a session ticket.
    private Sight lookUnderTls(@Nullable SocketChannel current) {
        if (hasArrived()) {
            return received();
        }
        ChannelSocket ours = polling;
        if (ours == null || !ours.readsAhead()) {
            return current != null ? lookAt(current) : Sight.QUIET;
        }
        Sight sight = lookKeeping(ours);
        return sight == Sight.UNSOLICITED ? received() : sight;
    }

    // One read that returns at once, for which the channel is not blocking meanwhile. It consumes bytes.
    private static Sight lookAt(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            try {
                ByteBuffer first = ByteBuffer.allocate(Sight.TELLING_BYTES);
                int read = channel.read(first);
                return read > 0 ? Sight.of(first.array(), read) : read == 0 ? Sight.QUIET : Sight.ENDED;
            } finally {
                channel.configureBlocking(true);
            }
        } catch (IOException e) {
            return Sight.ENDED; // reset, or closed by us
        }
    }

    // Keeps bytes for the next reader: under TLS they may be a new session ticket.
    private static Sight lookKeeping(ChannelSocket socket) {
        try {
            int there = socket.lookAhead();
            return there > 0 ? Sight.UNSOLICITED : there == 0 ? Sight.QUIET : Sight.ENDED;
        } catch (IOException e) {
            return Sight.ENDED; // reset, or closed by us
        }
    }

    /** Tells whether there are bytes that were read and not consumed, if that takes no time. */
    boolean hasLeftover() {
        StrictConnection ours = strict;
        return ours != null && ours.hasBuffered();
    }

    /**
     * Tells whether there are bytes that were read and not consumed. Waits for up to a millisecond if the connection is not
     * ours.
     */
    boolean hasBuffered() {
        StrictConnection ours = strict;
        return ours != null ? ours.hasBuffered() : isDataAvailable();
    }

    /** Tells whether there are bytes, read or not. Does not see the end. */
    boolean hasArrived() {
        InputStream current = wire;
        try {
            return current != null && current.available() > 0;
        } catch (IOException e) {
            return true; // the reading thread will see why
        }
    }

    private Sight received() {
        if (probeEnd()) {
            return Sight.ENDED;
        }
        StrictConnection ours = strict;
        if (ours == null) {
            return isDataAvailable() ? Sight.UNSOLICITED : Sight.QUIET;
        }
        return ours.hasBuffered() ? buffered(ours) : Sight.QUIET;
    }

    private static Sight buffered(StrictConnection connection) {
        byte[] first = new byte[Sight.TELLING_BYTES];
        try {
            return Sight.of(first, connection.takeBuffered(first));
        } catch (IOException e) {
            return Sight.ENDED;
        }
    }

    private boolean probeEnd() {
        try {
            return isStale();
        } catch (IOException e) {
            return true; // a connection that cannot be looked at cannot be used
        }
    }

    private boolean isDataAvailable() {
        try {
            return isDataAvailable(SHORTEST);
        } catch (IOException e) {
            return true;
        }
    }

    /** Tells whether it has ended. Waits for up to a millisecond. */
    boolean isStale() throws IOException {
        survivesTimeouts(true);
        try {
            return connection.isStale();
        } finally {
            survivesTimeouts(false);
        }
    }

    /** Tells whether bytes arrive within a time. */
    boolean isDataAvailable(Timeout timeout) throws IOException {
        survivesTimeouts(true);
        try {
            return connection.isDataAvailable(timeout);
        } finally {
            survivesTimeouts(false);
        }
    }

    // HttpCore checks by a read, after which the connection must work as before.
    private void survivesTimeouts(boolean does) throws IOException {
        ChannelSocket ours = polling;
        if (ours != null) {
            ours.survivesTimeouts(does);
        }
    }
}
