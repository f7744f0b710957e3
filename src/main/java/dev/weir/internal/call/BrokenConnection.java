package dev.weir.internal.call;

import dev.weir.event.CloseCause;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.jspecify.annotations.Nullable;

/** What the failure of an exchange says about its connection. Pure. */
public final class BrokenConnection {

    private BrokenConnection() {}

    /**
     * Tells whether it looks like the end of the connection.
     *
     * @param failure what happened
     * @return whether the peer has ended the connection
     */
    public static boolean isBehind(@Nullable Throwable failure) {
        return failure instanceof NoHttpResponseException
                || failure instanceof SocketException
                || failure instanceof ConnectionClosedException
                || failure instanceof ClosedChannelException
                || failure instanceof SSLException;
    }

    /**
     * Derives why the connection would be closed now.
     *
     * @param failure the failure of its exchange
     * @param isReused whether it was idle before, and no response has begun
     * @return the cause
     */
    public static CloseCause closeCause(Throwable failure, boolean isReused) {
        // HttpCore reports a truncated body as a malformed one.
        boolean isTruncated =
                failure instanceof TruncatedChunkException || failure instanceof ConnectionClosedException;
        if (failure instanceof RequestNotExecutedException) {
            return CloseCause.SERVER_CLOSED_IDLE;
        }
        if (failure instanceof HttpException
                || failure instanceof H2ConnectionException
                || (failure instanceof MalformedChunkCodingException && !isTruncated)) {
            return CloseCause.PROTOCOL_ERROR;
        }
        if (isTruncated || isBehind(failure)) {
            return isReused && !isTruncated ? CloseCause.SERVER_CLOSED_IDLE : CloseCause.RESET;
        }
        boolean isCanceled = failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException);
        return isCanceled ? CloseCause.CANCELLED : CloseCause.ERROR;
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
