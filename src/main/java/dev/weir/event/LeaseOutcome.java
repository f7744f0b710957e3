package dev.weir.event;

/**
 * How a lease ended. Every lease has exactly one outcome.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum LeaseOutcome {

    /** An idle connection was there at once. */
    REUSED,

    /** A connection of another caller became free while this one waited, in the queue or for its dial. */
    REUSED_AFTER_WAIT,

    /** A new connection was dialed, without waiting for a place in the pool. */
    DIALED,

    /** A new connection was dialed after waiting for a place in the pool. */
    DIALED_AFTER_WAIT,

    /** No connection became free within {@code timeouts.poolWait}. */
    TIMED_OUT,

    /**
     * The queue of the route was full ({@code maxPending}), or the wait would have taken longer than the caller had time.
     */
    REJECTED,

    /** The caller canceled, was interrupted, or released the lease before it was used; or the pool closed meanwhile. */
    CANCELLED,

    /** The dial failed: name not found, connection refused or timed out, TLS handshake failed. */
    DIAL_FAILED
}
