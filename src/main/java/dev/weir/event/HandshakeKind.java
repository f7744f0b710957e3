package dev.weir.event;

/**
 * How much of a TLS handshake took place.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum HandshakeKind {

    /** All of it: certificates were sent and verified. Costs each end about a millisecond of CPU. */
    FULL,

    /** A part of it: both ends resumed the session of an earlier connection, which saves certificates and signatures. */
    RESUMED
}
