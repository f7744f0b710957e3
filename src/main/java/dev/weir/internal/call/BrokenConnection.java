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
                || failure instanceof SSLException
                || isOfChannel(failure);
    }

    // A channel whose peer is gone throws a plain IOException when it writes, with a message in the system's language.
    private static boolean isOfChannel(IOException failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        return failure.getClass() == IOException.class
                && trace.length > 0
                && trace[0].getClassName().startsWith("sun.nio.ch.");
    }
}
