package dev.weir.internal.pool;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the code of callers throws on threads that serve others, too: one exchange or one dial ends with it, and the thread goes
 * on. HttpCore hands an {@code Error} through, to the end of the thread and of all its connections.
 */
public final class CallerErrors {

    private static final Logger LOG = LoggerFactory.getLogger(CallerErrors.class);

    private CallerErrors() {}

    /**
     * Makes an exception of whatever was thrown; an error is logged, because nobody may look at the exception.
     *
     * @param thrown what was thrown
     * @return the same, or an exception with the error as its cause
     */
    public static Exception asException(Throwable thrown) {
        if (thrown instanceof Exception exception) {
            return exception;
        }
        try {
            note(thrown);
            return new IllegalStateException("The code of a caller failed with " + thrown, thrown);
        } catch (OutOfMemoryError e) {
            return NoMemoryException.INSTANCE;
        }
    }

    /**
     * Logs what was thrown where nobody can be told.
     *
     * @param thrown what was thrown
     */
    public static void note(Throwable thrown) {
        LOG.warn("The code of a caller failed", thrown);
    }
}
