package dev.weir.event;

/**
 * How the lookup of a host name ended.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum LookupOutcome {

    /** The cache had an answer that had not expired. */
    HIT,

    /** The resolver was asked, by this caller or by another one that it waited for, and answered. */
    MISS,

    /** The resolver fails, and an expired answer was used instead. */
    STALE,

    /** The cache had a failure that had not expired; the caller got an exception. */
    NEGATIVE,

    /** The resolver was asked and failed, or the wait for it was ended; the caller got an exception. */
    FAILED
}
