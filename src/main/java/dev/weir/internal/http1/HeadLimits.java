package dev.weir.internal.http1;

import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;

/** Names the limit that a too long head has exceeded, and its knob. Pure. */
public final class HeadLimits {

    // The messages of all parsers of HttpCore 5.4.
    private static final String LINE = "Maximum line length";
    private static final String HEADERS = "Maximum header count";

    private HeadLimits() {}

    /**
     * Names limit and knob.
     *
     * @param failure HttpCore's failure
     * @param config its configuration
     * @return a failure of the same type and with the same stack; the same failure if another limit was exceeded
     */
    public static MessageConstraintException named(MessageConstraintException failure, Http1Config config) {
        String message = String.valueOf(failure.getMessage());
        String what = message.startsWith(LINE)
                ? "A line of the response's head is longer than " + config.getMaxLineLength()
                        + " bytes (maxLineLength of http1Config)"
                : message.startsWith(HEADERS)
                        ? "The response has too many headers for the limit of " + config.getMaxHeaderCount()
                                + " (maxHeaderCount of http1Config)"
                        : null;
        if (what == null) {
            return failure;
        }
        MessageConstraintException named = new MessageConstraintException(what);
        named.setStackTrace(failure.getStackTrace());
        return named;
    }
}
