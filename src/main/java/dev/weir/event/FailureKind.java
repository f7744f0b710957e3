package dev.weir.event;

/**
 * How a call can fail, as the pool sees it.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum FailureKind {

    /** It got no connection, because none could be established. */
    DIAL_FAILED,

    /** It got no connection, because none became free in time or the queue was full. */
    EXHAUSTED,

    /**
     * Its exchange ended the connection: by a reset, an error, a breach of the protocol, or {@code timeouts.total}. A stream
     * of HTTP/2 that ends alone is not counted.
     */
    EXCHANGE_FAILED
}
