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

    private RetryBudgetException(String pool, String route, double budget, String message) {
        super(message);
        this.pool = pool;
        this.route = route;
        this.budget = budget;
    }

    /**
     * Creates the exception.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param budget the share of requests that may be sent again
     * @param knob what that is set by, such as {@code retry.budget}
     * @return the exception
     */
    public static RetryBudgetException of(String pool, String route, double budget, String knob) {
        return new RetryBudgetException(
                pool,
                route,
                budget,
                "Pool '" + pool + "': the request to " + route + " was not sent again, because retries are used up: "
                        + knob + " allows " + budget
                        + " of the requests of the last 10 s, and 10 more. Too large a part"
                        + " of the requests fails; more load would not help the server.");
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
