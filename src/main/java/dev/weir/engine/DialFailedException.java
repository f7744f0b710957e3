package dev.weir.engine;

/** Carries what ended a dial to the caller that waits for it: an exception or an error, unchanged, as the cause. */
public final class DialFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    DialFailedException(Throwable cause) {
        super("The dial failed", cause, false, false);
    }
}
