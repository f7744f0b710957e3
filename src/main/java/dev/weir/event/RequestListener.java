package dev.weir.event;

/**
 * Receives the result of each call of a pool's clients: its outcome, its connection and its phases. Unlike a
 * {@link PoolListener}, it costs each call some clock readings and a few hundred bytes; without such a listener there is no
 * such cost.
 *
 * <p>It receives the calls of {@code client()} and {@code blockingClient()}, not those of other clients that use the pool's
 * connection manager. A call with redirects or retries is one call. A call has ended when its body was read or closed, or
 * when it failed; an asynchronous one when the last byte has arrived.
 *
 * <p>It is called on the thread that ended the call, so it must be fast, must not block and must be thread-safe. No lock of
 * the pool is held during the call. Its exceptions do not reach the pool; its first failure, and its first call that takes
 * longer than a second, are logged at WARN.
 */
@FunctionalInterface
public interface RequestListener {

    /**
     * A call has ended.
     *
     * @param event its result
     */
    void requestEnded(RequestEnded event);
}
