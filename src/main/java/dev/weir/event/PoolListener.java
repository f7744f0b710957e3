package dev.weir.event;

/**
 * Receives the events of a pool.
 *
 * <p>It is called on the thread that caused the event, so it must be fast, must not block and must be thread-safe. No lock of
 * the pool is held during the call. Exceptions of a listener do not reach the pool; the first of each listener is logged at
 * WARN.
 *
 * <p>No event carries a header, a body, a query or user info.
 */
@FunctionalInterface
public interface PoolListener {

    /**
     * Something has happened.
     *
     * @param event what
     */
    void onEvent(PoolEvent event);

    /**
     * {@return whether it is told of {@link PoolEvent.RequestEnded}, for which each call of the pool's clients records its
     * facts: some clock readings and a few hundred bytes}
     */
    default boolean hearsRequests() {
        return true;
    }
}
