package dev.weir.spring;

/** Ends the start of an application that requires connections which cannot be opened. */
final class WarmUpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WarmUpException(String message, Throwable cause) {
        super(message, cause);
    }
}
