package dev.weir.internal.async;

import dev.weir.config.PlainText;
import org.jspecify.annotations.Nullable;

/** The number of threads that read and write for all asynchronous pools. Pure, except for the system property. */
final class IoThreads {

    /** The name of the system property that sets the number. */
    static final String PROPERTY = "weir.ioThreads";

    // These threads never wait, so more of them would only share the same processors.
    private static final int MOST_BY_DEFAULT = 8;
    private static final int MOST = 1_024;

    private IoThreads() {}

    /** Returns the number for shared reactors. */
    static int ofJvm() {
        return of(System.getProperty(PROPERTY), Runtime.getRuntime().availableProcessors());
    }

    /** Returns the default. */
    static int byDefault(int processors) {
        return Math.min(MOST_BY_DEFAULT, processors);
    }

    static int of(@Nullable String property, int processors) {
        if (property == null || property.isBlank()) {
            return byDefault(processors);
        }
        int threads = number(property.strip());
        if (threads < 1 || threads > MOST) {
            throw new IllegalArgumentException("The system property " + PROPERTY + " must be a number from 1 to " + MOST
                    + ", such as " + byDefault(processors) + ", but was " + "'" + PlainText.of(property) + "'");
        }
        return threads;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
