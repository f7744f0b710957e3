package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.BrokenConnection;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http2.H2ConnectionException;

/** Classifies the exception with which HttpCore ended a connection. Pure. */
final class ConnectionFailure {

    private ConnectionFailure() {}

    /** Tells whether the peer has ended it. */
    static boolean isByPeer(Exception cause) {
        return cause instanceof IOException end && BrokenConnection.isBehind(end);
    }

    static CloseCause causeOf(Exception cause) {
        if (cause instanceof RequestNotExecutedException) {
            return CloseCause.SERVER_CLOSED_IDLE;
        }
        if (isAgainstProtocol(cause)) {
            return CloseCause.PROTOCOL_ERROR;
        }
        return isByPeer(cause) ? CloseCause.RESET : CloseCause.ERROR;
    }

    // HttpCore reports a truncated body as a malformed one.
    private static boolean isAgainstProtocol(Exception cause) {
        return cause instanceof HttpException
                || cause instanceof H2ConnectionException
                || (cause instanceof MalformedChunkCodingException && !(cause instanceof TruncatedChunkException));
    }
}
