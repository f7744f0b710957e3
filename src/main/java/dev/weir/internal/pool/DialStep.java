package dev.weir.internal.pool;

/** A step of a dial. A dial that tries several addresses may go back to connecting. */
public enum DialStep {
    /** It looks up the name of the host. */
    LOOKUP,
    /** It connects to an address, or has not started. */
    CONNECT,
    /** It does the TLS handshake. */
    HANDSHAKE
}
