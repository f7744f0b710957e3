package dev.weir.internal.http1;

import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;

/** How large the head of a response may be, over either version of HTTP. Pure. */
public final class HeadLimits {

    private HeadLimits() {}

    /**
     * Returns the failure of a response whose head is too large.
     *
     * @param config the limits
     * @return a failure that names them and their knobs
     */
    public static MessageConstraintException exceeded(Http1Config config) {
        return new MessageConstraintException("The head of the response has a line of more than "
                + config.getMaxLineLength()
                + " bytes (maxLineLength of http1Config), or too many headers for the limit of "
                + config.getMaxHeaderCount() + " (maxHeaderCount of http1Config)");
    }

    /**
     * Tells whether headers that came over HTTP/2 would be within the limits over HTTP/1.1.
     *
     * @param headers all of a head, or the trailers
     * @param config the limits
     * @return whether they are
     */
    public static boolean areWithin(List<? extends Header> headers, Http1Config config) {
        int longest = config.getMaxLineLength();
        int most = config.getMaxHeaderCount();
        int count = 0;
        for (Header header : headers) {
            String name = header.getName();
            String value = header.getValue();
            int length = name.length() + ": ".length() + (value == null ? 0 : value.length());
            if (longest > 0 && length > longest) {
                return false;
            }
            count += name.startsWith(":") ? 0 : 1;
        }
        return most <= 0 || count < most;
    }
}
