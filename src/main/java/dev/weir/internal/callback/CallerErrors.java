package dev.weir.internal.callback;

import dev.weir.internal.log.Log;
import java.util.Objects;

/**
 * Handles what the code of callers throws on threads that also serve others: it ends one exchange or one dial, and the
 * thread goes on. HttpCore would let an {@code Error} end the thread and all its connections.
 */
public final class CallerErrors {

    private static final Log LOG = Log.of(CallerErrors.class);

    private CallerErrors() {}

    /**
     * Loads this class and the exception for a lack of memory. A class whose initializer fails is unusable in this JVM, so
     * call this before memory is short.
     */
    public static void load() {
        Objects.requireNonNull(NoMemoryException.INSTANCE);
    }

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
