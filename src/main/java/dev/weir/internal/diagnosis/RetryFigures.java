package dev.weir.internal.diagnosis;

/**
 * The retries of a route that were recently refused. Immutable.
 *
 * @param refused retries that were not made because the budget was used up
 * @param sent retries that were made
 * @param budget the share of requests that may be sent again
 */
public record RetryFigures(long refused, long sent, double budget) {

    /** Nothing was refused. */
    public static final RetryFigures NONE = new RetryFigures(0, 0, 0);
}
