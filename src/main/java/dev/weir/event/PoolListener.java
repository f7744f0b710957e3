package dev.weir.event;

import java.util.function.Supplier;

/**
 * Hears what happens in a pool. All methods do nothing unless overridden.
 *
 * <p>They are called on the thread that caused the event, so they must be fast, must not block and must be thread-safe.
 * No lock of the pool is held during the call. What a listener throws is logged and goes no further. A route is named by
 * its target, such as {@code https://recs:8443}; times are in nanoseconds because they are measured, not configured.
 */
public interface PoolListener {

    /**
     * A pool was built.
     *
     * @param pool the pool's name
     * @param snapshot gives the pool's state whenever it is asked
     */
    default void poolOpened(String pool, Supplier<PoolSnapshot> snapshot) {}

    /**
     * A lease ended, with a connection or without.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param outcome how it ended
     * @param waitNanos time spent waiting for a place in the pool
     */
    default void leased(String pool, String route, LeaseOutcome outcome, long waitNanos) {}

    /**
     * A connection was established.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param dialNanos time taken by name lookup, connect and TLS handshake
     */
    default void connectionOpened(String pool, String route, long dialNanos) {}

    /**
     * A connection was closed.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param cause why
     * @param ageNanos time since it was established
     * @param uses requests sent on it
     */
    default void connectionClosed(String pool, String route, CloseCause cause, long ageNanos, long uses) {}

    /**
     * A caller gave a connection back.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param heldNanos time the caller held it
     */
    default void released(String pool, String route, long heldNanos) {}

    /**
     * A pool was closed; no further event comes from it but those of connections being closed.
     *
     * @param pool the pool's name
     */
    default void poolClosed(String pool) {}
}
