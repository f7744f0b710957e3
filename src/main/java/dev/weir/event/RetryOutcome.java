package dev.weir.event;

/**
 * Whether a retry was made.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum RetryOutcome {

    /** The request is sent again. */
    SENT,

    /** The request is not sent again, because {@code retry.budget} of its route is used up. */
    BUDGET_USED_UP
}
