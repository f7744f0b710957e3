package dev.weir.failure;

import java.io.IOException;

/**
 * Says that a failed request was not sent again because {@code retry.budget} of its route is used up. It is {@linkplain
 * Throwable#getSuppressed() suppressed} in the failure of the request, which is what the caller gets.
 */
public final class RetryBudgetException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The name of the pool. */
    private final String pool;

    /** The target of the route. */
    private final String route;

    /** The budget in force. */
    private final double budget;

    /**
     * Creates the exception. For the pool; programs need it only in tests of their own error handling.
     *
     * @param message what happened, with the figures
     * @param pool the pool's name
     * @param route the route's target
     * @param budget the share of requests that may be sent again
     */
    public RetryBudgetException(String message, String pool, String route, double budget) {
        super(message);
        this.pool = pool;
        this.route = route;
        this.budget = budget;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this; // the failure that it is suppressed in has the stack
    }

    /**
     * Returns the name of the pool.
     *
     * @return the name
     */
    public String pool() {
        return pool;
    }

    /**
     * Returns the route that has no retries left.
     *
     * @return the target, such as {@code https://recs:8443}
     */
    public String route() {
        return route;
    }

    /**
     * Returns the budget in force.
     *
     * @return the share of requests that may be sent again
     */
    public double budget() {
        return budget;
    }
}
