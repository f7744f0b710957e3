package dev.weir.internal.async;

import dev.weir.failure.PoolClosedException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http2.H2StreamResetException;

/**
 * What to throw to HttpCore for the failure of a caller, so that it resets the caller's own stream, and not the connection
 * with all siblings. Where there are none, that is the failure itself.
 */
final class OwnStreamOnly {

    private OwnStreamOnly() {}

    /** Returns what to throw where a message begins or ends. */
    static HttpException atMessage(Exception cause, boolean isMultiplexed) throws IOException, HttpException {
        if (isMultiplexed) {
            return new ProtocolException("The exchange was given up", cause);
        }
        if (cause instanceof IOException io) {
            throw io;
        }
        if (cause instanceof HttpException http) {
            throw http;
        }
        throw cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    /** Returns what an exchange is told with which HttpCore has failed, and with it the connection and all siblings. */
    static Exception endOfAll(Exception cause) {
        return cause instanceof RuntimeException && !(cause instanceof PoolClosedException)
                ? new ConnectionClosedException("The connection ended, because HttpCore failed with " + cause, cause)
                : cause;
    }

    /** Returns what to throw where a part of a body has come. */
    static IOException atData(Exception cause, boolean isMultiplexed) {
        if (cause instanceof IOException io && !isMultiplexed) {
            return io;
        }
        if (cause instanceof H2StreamResetException reset && isMultiplexed) {
            return reset;
        }
        // Of all that a caller may throw here, this alone resets the stream and not the connection.
        return new MalformedInputException(0);
    }
}
