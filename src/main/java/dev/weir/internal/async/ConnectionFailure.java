package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.StaleReuse;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/** What it means for the books that HttpCore ended a connection with an exception. Pure. */
final class ConnectionFailure {

    private ConnectionFailure() {}

    /** Says whether the peer has ended it. */
    static boolean isByPeer(Exception cause) {
        return cause instanceof IOException end && StaleReuse.isEnd(end);
    }

    /** Says whether the peer has ended one stream of HTTP/2, which is not just one too many for it. */
    static boolean isResetOfStream(Exception cause) {
        return cause instanceof H2StreamResetException reset && reset.getCode() != H2Error.REFUSED_STREAM.getCode();
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

    // HttpCore takes a body that is cut off for one that is malformed.
    private static boolean isAgainstProtocol(Exception cause) {
        return cause instanceof HttpException
                || cause instanceof H2ConnectionException
                || (cause instanceof MalformedChunkCodingException && !(cause instanceof TruncatedChunkException));
    }
}
