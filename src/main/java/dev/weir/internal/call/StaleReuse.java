package dev.weir.internal.call;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * A request that was sent on an idle connection while the server was closing it: no response arrived. It travels in the
 * context of the call.
 *
 * @param nothingSent whether not a byte of the request left, so that it cannot have been executed
 */
public record StaleReuse(boolean nothingSent) {

    private static final String NAME = "weir.lost-race";

    /**
     * Tells whether a failure looks like the end of the connection.
     *
     * @param failure what happened before the first byte of a response
     * @return whether it does
     */
    public static boolean isEnd(IOException failure) {
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

    /**
     * Notes it for the outer steps.
     *
     * @param context the context of the call
     */
    public void noteIn(HttpContext context) {
        context.setAttribute(NAME, this);
    }

    /**
     * Returns what was noted, once.
     *
     * @param context the context of the call
     * @return the lost race; null if there was none
     */
    public static @Nullable StaleReuse takeFrom(HttpContext context) {
        return context.removeAttribute(NAME) instanceof StaleReuse race ? race : null;
    }
}
