package dev.weir.internal.call;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.NoHttpResponseException;

/** Tells whether a failure looks like the end of a connection. Pure. */
public final class BrokenConnection {

    private BrokenConnection() {}

    /**
     * Tells whether it does.
     *
     * @param failure what happened
     * @return whether the peer has ended the connection
     */
    public static boolean isBehind(IOException failure) {
        return failure instanceof NoHttpResponseException
                || failure instanceof SocketException
                || failure instanceof ConnectionClosedException
                || failure instanceof ClosedChannelException
                || failure instanceof SSLException;
    }

    /**
     * Returns a failure as a socket reports it: a channel whose peer is gone throws a plain {@code IOException} when it
     * writes.
     *
     * @param failure the failure, not one of a caller's own code
     * @return a failure that is behind a broken connection, if it is plain; otherwise the same
     */
    public static Exception ofChannel(Exception failure) {
        if (failure.getClass() != IOException.class || failure.getCause() != null) {
            return failure;
        }
        SocketException broken = new SocketException(failure.getMessage());
        broken.initCause(failure);
        return broken;
    }
}
