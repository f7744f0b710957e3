package dev.weir.event;

/**
 * What became of a request that was to be sent a second time because its response took long.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum HedgeOutcome {

    /** It was sent, and its response came first: the first request was canceled. */
    WON,

    /** It was sent, and canceled when the first request got its response. */
    LOST,

    /** It was sent, and failed, or its response was an error of the server; the first request went on. */
    FAILED,

    /** It was not sent, because {@code hedge.max} or {@code retry.budget} of its route is used up. */
    BUDGET_USED_UP
}
