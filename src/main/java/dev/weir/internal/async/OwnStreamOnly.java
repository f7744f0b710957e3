package dev.weir.internal.async;

import dev.weir.failure.PoolClosedException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http2.H2StreamResetException;

/**
 * Chooses what to throw to HttpCore for the failure of a caller, so that HttpCore resets the caller's own stream, not the
 * connection with all its streams. Without other streams, that is the failure itself.
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

    /** Returns what to tell an exchange in which HttpCore failed, ending the connection and all its streams. */
    static Exception endOfAll(Exception cause) {
        return cause instanceof RuntimeException && !(cause instanceof PoolClosedException)
                ? new ConnectionClosedException("The connection ended, because HttpCore failed with " + cause, cause)
                : cause;
    }

    /** Returns what to throw while a part of a body is handled. */
    static IOException atData(Exception cause, boolean isMultiplexed) {
        if (cause instanceof IOException io && !isMultiplexed) {
            return io;
        }
        if (cause instanceof H2StreamResetException reset && isMultiplexed) {
            return reset;
        }
        // Only this exception resets the stream and not the connection here.
        return new MalformedInputException(0);
    }
}
