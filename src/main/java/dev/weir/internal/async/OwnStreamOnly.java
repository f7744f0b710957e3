package dev.weir.internal.async;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;

/**
 * What to throw to HttpCore for the failure of a caller, so that it resets the caller's own stream, and not the connection with
 * all siblings. Where there are none, that is the failure itself.
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

    /** Returns what to throw where a part of a body has come. */
    static IOException atData(Exception cause, boolean isMultiplexed) {
        if (cause instanceof IOException io && !isMultiplexed) {
            return io;
        }
        // Of all that may be thrown here, this alone resets the stream and not the connection.
        return new MalformedInputException(0);
    }
}
