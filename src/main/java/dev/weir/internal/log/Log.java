package dev.weir.internal.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log that never throws. A line that cannot be written, for lack of memory or because an appender fails, is lost: it must
 * not cost a caller its connection, nor a thread its work. Callers are responsible for the arguments, and for the array of
 * four or more. Thread-safe.
 */
public final class Log {

    private final Logger logger;

    /**
     * Creates a log.
     *
     * @param logger receives its lines
     */
    public Log(Logger logger) {
        this.logger = logger;
    }

    /**
     * Creates a log by its public name, which people configure.
     *
     * @param subject what its lines are about, such as {@code leak} for {@code dev.weir.leak}
     * @return the log
     */
    public static Log of(String subject) {
        return new Log(LoggerFactory.getLogger("dev.weir." + subject));
    }

    /**
     * Logs what needs attention.
     *
     * @param text the text, with {@code {}} for each argument
     * @param arguments the arguments, and perhaps a throwable
     */
    public void warn(String text, @Nullable Object... arguments) {
        try {
            logger.warn(text, arguments);
        } catch (Throwable e) {
            // A line is lost, and nothing else.
        }
    }

    /**
     * Logs what failed.
     *
     * @param text the text
     * @param failure the failure
     */
    public void warn(String text, Throwable failure) {
        try {
            logger.warn(text, failure);
        } catch (Throwable e) {
            // A line is lost, and nothing else.
        }
    }

    /**
     * Logs what needs attention.
     *
     * @param text the text, with {@code {}} for each argument
     * @param first the first argument
     * @param second the second argument
     * @param third the third argument, or a throwable
     */
    public void warn(String text, @Nullable Object first, @Nullable Object second, @Nullable Object third) {
        try {
            logger.warn(text, new Object[] {first, second, third});
        } catch (Throwable e) {
            // A line is lost, and nothing else.
        }
    }

    /**
     * Logs useful information.
     *
     * @param text the text, with {@code {}} for each argument
     * @param arguments the arguments
     */
    public void info(String text, @Nullable Object... arguments) {
        try {
            logger.info(text, arguments);
        } catch (Throwable e) {
            // A line is lost, and nothing else.
        }
    }

    /**
     * Logs a detail.
     *
     * @param text the text, with {@code {}} for each argument
     * @param first the first argument
     * @param second the second argument, or a throwable
     */
    public void debug(String text, @Nullable Object first, @Nullable Object second) {
        try {
            logger.debug(text, first, second);
        } catch (Throwable e) {
            // A line is lost, and nothing else.
        }
    }

    /**
     * Logs a detail.
     *
     * @param text the text, with {@code {}} for the argument
     * @param argument the argument, or a throwable
     */
    public void debug(String text, @Nullable Object argument) {
        try {
            logger.debug(text, argument);
        } catch (Throwable e) {
            // A line is lost, and nothing else.
        }
    }

    /**
     * Logs a detail.
     *
     * @param text the text, with {@code {}} for each argument
     * @param first the first argument
     * @param second the second argument
     * @param third the third argument, or a throwable
     */
    public void debug(String text, @Nullable Object first, @Nullable Object second, @Nullable Object third) {
        try {
            logger.debug(text, new Object[] {first, second, third});
        } catch (Throwable e) {
            // A line is lost, and nothing else.
        }
    }
}
