package dev.weir.internal.callback;

import dev.weir.internal.log.Log;
import java.util.Objects;

/**
 * What the code of callers throws on threads that serve others, too: one exchange or one dial ends with it, and the
 * thread goes on. HttpCore hands an {@code Error} through, to the end of the thread and of all its connections.
 */
public final class CallerErrors {

    private static final Log LOG = Log.of(CallerErrors.class);

    private CallerErrors() {}

    /**
     * Loads this class and the exception for want of memory. A class whose initializer fails cannot be used again in
     * this JVM, so that this is to be called before there is a shortage.
     */
    public static void load() {
        Objects.requireNonNull(NoMemoryException.INSTANCE);
    }

    /**
     * Makes an exception of whatever was thrown; an error is logged, because the exception may never be looked at.
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
     * Logs what was thrown where no caller can be told.
     *
     * @param thrown what was thrown
     */
    public static void note(Throwable thrown) {
        LOG.warn("The code of a caller failed", thrown);
    }
}
