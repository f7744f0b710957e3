package dev.weir.event;

/**
 * How an attempt to establish a connection ended.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum DialOutcome {

    /** The connection is established. */
    CONNECTED,

    /** The host name has no address, or the name server gave no answer. */
    NAME_NOT_FOUND,

    /** No server listens there, or the network has no route to it. */
    REFUSED,

    /** It took longer than {@code timeouts.connect} or {@code tls.handshake} allow. */
    TIMED_OUT,

    /** The TLS handshake failed: certificate, host name, protocol version. */
    TLS_FAILED,

    /** No local port is free for the address. */
    NO_LOCAL_PORT,

    /** The caller canceled, was interrupted or ran out of time; or the pool was closed. */
    CANCELLED,

    /** Anything else. */
    FAILED
}
