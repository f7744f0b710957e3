package dev.weir.event;

/**
 * Why a connection was closed. Every closed connection has exactly one cause: the first that was found.
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum CloseCause {

    /** It was idle for longer than {@code eviction.idle}. */
    IDLE,

    /** It was idle for longer than the server's {@code Keep-Alive} hint minus the margin, or than {@code keepAlive.max}. */
    KEEP_ALIVE_EXPIRED,

    /**
     * It was older than {@code eviction.maxLifetime}, less its share of jitter, or nearly so and another one had replaced
     * it.
     */
    MAX_LIFETIME,

    /**
     * It had served {@code eviction.maxRequests} requests, as many as the server's {@code Keep-Alive: max=} allows, or the
     * only one that {@code reuse(NEVER)} allows.
     */
    MAX_REQUESTS,

    /** The exchange ended with {@code Connection: close}, with HTTP/1.0, or with a keep-alive time of zero from the server. */
    SERVER_CLOSE_HEADER,

    /** The server closed it while it was idle: the pool noticed it in the background, or a request came too late. */
    SERVER_CLOSED_IDLE,

    /** The check before reuse found it closed by the server. */
    STALE,

    /** The peer reset it during an exchange. */
    RESET,

    /** The caller closed the response with more of its body left than 64 KiB, or more than arrived within 100 ms. */
    BODY_NOT_CONSUMED,

    /** The exchange broke the protocol, so that the connection can carry no further request. */
    PROTOCOL_ERROR,

    /**
     * The server sent bytes that no request asked for: after a response, or while the connection was idle. They could be
     * taken for the response to the next request (RFC 9112, sections 6.3 and 9.2).
     */
    UNSOLICITED_BYTES,

    /**
     * Connection-bound authentication (NTLM, Negotiate) made the connection belong to one user, and no user token names that
     * user, so no other request may use it.
     */
    PRIVATE,

    /** The call was ended by {@code timeouts.total}. */
    TOTAL_TIMEOUT,

    /** The caller canceled the request or its thread was interrupted. */
    CANCELLED,

    /**
     * It was idle and in excess: the route already had {@code maxIdlePerRoute}, all routes together had {@code maxIdle} and
     * it was not used for longest, or its route did not need it during a whole {@code eviction.interval}, after which half
     * of such connections are closed.
     */
    SURPLUS_IDLE,

    /**
     * It was idle and gave its place to a waiting caller that could not use it: a caller of another route under
     * {@code maxTotal}, or one of its own full route that needed another state, or a newer connection under its
     * {@code reuse} policy.
     */
    EVICTED_FOR_ROUTE,

    /** Its address left the DNS answer for its host. */
    DNS_CHANGED,

    /** The TLS settings of the pool changed. */
    TLS_CHANGED,

    /** A change of the configuration made it superfluous. */
    RECONFIGURED,

    /** It was requested: {@code evictIdle()} or {@code drainRoute(...)}. */
    DRAINED,

    /** Its response was garbage collected without being closed, so nothing could release it. */
    LEAKED,

    /** An I/O error or another failure during an exchange or a dial, other than those above, or a response that was retried. */
    ERROR,

    /** The pool was closed. */
    SHUTDOWN
}
