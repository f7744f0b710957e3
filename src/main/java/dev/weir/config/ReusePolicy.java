package dev.weir.config;

/**
 * Says which connections a request may ride that could not be sent a second time.
 *
 * <p>Any reused connection may turn out to be closed by its server just as a request is sent on it. A request that may
 * be replayed (idempotent or carrying an {@code Idempotency-Key}, with a repeatable body) is then sent again on a new
 * connection, so it rides on any connection under every policy but {@link #NEVER}. The policies differ in what they
 * allow the other requests, such as a {@code POST} without a key. The names and the idea are those of HAProxy's {@code
 * http-reuse}, seen from the client's side.
 *
 * @see PoolConfig#reuse()
 */
public enum ReusePolicy {

    /** Reuses nothing: every request, replayable or not, has a connection of its own that closes after it. */
    NEVER,

    /** Sends a request that could not be replayed on new connections only, which no server has had time to close. */
    SAFE,

    /**
     * Sends a request that could not be replayed also on connections that have already been reused: a server that
     * answered more than one request on a connection has shown that it keeps connections alive.
     */
    AGGRESSIVE,

    /** Sends every request on any connection. The default: fewest connections, and the lowest latency. */
    ALWAYS
}
