package dev.weir.internal.retry;

import java.io.IOException;

/** Says, suppressed in the failure of a call, why its request was not sent again: the retries of the route are used up. */
public final class RetryBudgetException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with the figures
     */
    public RetryBudgetException(String message) {
        super(message);
    }

    @Override
    public Throwable fillInStackTrace() {
        return this; // the failure that it is suppressed in has the stack
    }
}
