package dev.weir.internal.thread;

import java.io.IOException;

/**
 * Thrown when a thread that a pool needs could not be started: the process has as many threads as it may have, or no memory
 * for another. The work that needs the thread did not begin, the request was not sent, and the next request tries again. The
 * cause says what the JVM reported.
 */
public final class NoThreadException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The name of the thread. */
    private final String thread;

    /**
     * Creates the exception.
     *
     * @param thread the name of the thread
     * @param cause why it could not be started
     */
    public NoThreadException(String thread, Throwable cause) {
        super(
                "The thread '" + thread + "' could not be started (" + cause
                        + "), so that the work that needs it did not begin."
                        + " Allow the process more threads (ulimit -u, pids.max of its cgroup) or let it start fewer.",
                cause);
        this.thread = thread;
    }

    /**
     * Returns which thread could not be started.
     *
     * @return its name
     */
    public String thread() {
        return thread;
    }
}
