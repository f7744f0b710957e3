package dev.weir.internal.callback;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles what the code of callers throws on threads that also serve others: it ends one exchange or one dial, and the
 * thread goes on. HttpCore would let an {@code Error} end the thread and all its connections.
 */
public final class CallerErrors {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.callback");

    private CallerErrors() {}

    /**
     * Turns anything thrown into an exception, and logs an error, because no code may look at the exception.
     *
     * @param thrown what was thrown
     * @return the same, or an exception with the error as its cause
     */
    public static Exception asException(Throwable thrown) {
        if (thrown instanceof Exception exception) {
            return exception;
        }
        note(thrown);
        return new IllegalStateException("The code of a caller failed with " + thrown, thrown);
    }

    /**
     * Logs what was thrown where no caller can be told.
     *
     * @param thrown what was thrown
     */
    public static void note(Throwable thrown) {
        LOG.warn("The code of a caller failed", thrown);
    }
}
