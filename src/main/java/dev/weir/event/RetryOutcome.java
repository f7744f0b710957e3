package dev.weir.event;

/**
 * What became of a retry that a call would make.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum RetryOutcome {

    /** The request is sent again. */
    SENT,

    /** The request is not sent again, because {@code retry.budget} of its route is used up. */
    BUDGET_USED_UP
}
