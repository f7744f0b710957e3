package dev.weir.config;

/**
 * Says which connections may carry a request that is not safe to send a second time.
 *
 * <p>Any reused connection may turn out to be closed by its server just as a request is sent on it. A request that may
 * be replayed (idempotent or carrying an {@code Idempotency-Key}, with a repeatable body) is then sent again on a new
 * connection, so it may use any connection under every policy but {@link #NEVER}. The policies differ in what they
 * allow the other requests, such as a {@code POST} without a key. The names and the idea are those of HAProxy's {@code
 * http-reuse}, seen from the client's side.
 *
 * <p>{@link #SAFE} and {@link #AGGRESSIVE} apply to the pool's own client. The pool does not see the requests of your own
 * client over its connection manager, which may therefore use any connection. {@link #NEVER} applies to both.
 *
 * @see RouteConfig#reuse()
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum ReusePolicy {

    /**
     * Reuses nothing: every request, replayable or not, has its own connection, which closes after it, because it has served
     * as many requests as it may. Only the steps of an authentication share the connection of their call.
     */
    NEVER,

    /**
     * Sends a request that could not be replayed only on connections that no request has used yet. On a full route, a used
     * idle connection is closed in favor of a new one.
     */
    SAFE,

    /**
     * Sends a request that could not be replayed also on connections that have already been reused: a server that
     * answered more than one request on a connection has shown that it keeps connections alive.
     */
    AGGRESSIVE,

    /** Sends every request on any connection. The default: fewest connections, and the lowest latency. */
    ALWAYS
}
