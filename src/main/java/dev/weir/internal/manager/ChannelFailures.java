package dev.weir.internal.manager;

import dev.weir.internal.http1.Sight;
import dev.weir.internal.pool.PooledConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;

/** Turns the exceptions of a channel into those of sockets, which callers know. */
final class ChannelFailures {

    private ChannelFailures() {}

    static IOException asOfSocket(IOException failure, PooledConnection connection) {
        IOException closed = asOfSocket(failure);
        // A broken pipe is a plain IOException. A failure of the request's body may be one, too, but then the server is
        // reachable.
        boolean isBare = closed.getClass().equals(IOException.class);
        return isBare && connection.look() != Sight.QUIET
                ? because(closed, new SocketException(closed.getMessage()))
                : closed;
    }

    static IOException asOfSocket(IOException failure) {
        // TLS wraps it.
        if (failure instanceof ClosedByInterruptException || failure.getCause() instanceof ClosedByInterruptException) {
            return because(failure, new InterruptedIOException("Interrupted during the exchange"));
        }
        if (failure instanceof ClosedChannelException) {
            return because(failure, new SocketException("Socket closed"));
        }
        return failure;
    }

    private static IOException because(IOException cause, IOException failure) {
        failure.initCause(cause);
        return failure;
    }
}
