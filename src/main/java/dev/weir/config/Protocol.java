package dev.weir.config;

/**
 * Names the versions of HTTP that a pool speaks.
 *
 * @see RouteConfig#protocol()
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum Protocol {

    /** Speaks HTTP/1.1 only: one exchange per connection at a time. The default of a blocking pool. */
    HTTP_1_1,

    /** Lets client and server agree during the TLS handshake (ALPN): HTTP/2 if both can, else HTTP/1.1. */
    NEGOTIATE,

    /** Speaks HTTP/2 only: many exchanges per connection; a server that cannot is a failure. */
    HTTP_2
}
