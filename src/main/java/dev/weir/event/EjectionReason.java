package dev.weir.event;

/**
 * The last failure of an address before it was ejected.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum EjectionReason {

    /**
     * No connection to it could be established, TLS included; or it is a proxy that refused a tunnel with a status of 500 or
     * above.
     */
    CONNECT,

    /** It ended a connection, or a stream of HTTP/2, before the response began. */
    RESET,

    /** It sent nothing within {@code timeouts.read}, before the response began. */
    SILENCE,

    /** Its response had one of the statuses of {@code ejection.onStatus}. */
    STATUS
}
