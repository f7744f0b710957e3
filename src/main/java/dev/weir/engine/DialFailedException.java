package dev.weir.engine;

/** Tells the caller that waits for a dial why it failed: the cause is the original exception or error. */
public final class DialFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    DialFailedException(Throwable cause) {
        super("The dial failed", cause, false, false);
    }
}
