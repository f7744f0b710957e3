package dev.weir.event;

import java.util.function.Supplier;

/**
 * Receives the events of a pool. All methods do nothing unless overridden, so that methods can be added.
 *
 * <p>They are called on the thread that caused the event, so they must be fast, must not block and must be thread-safe.
 * No lock of the pool is held during the call. Exceptions of a listener do not reach the pool; the first failure of each
 * listener, and its first call that takes longer than a second, are logged at WARN. A route is named by its target, such as
 * {@code https://recs:8443}; a connection by its id, which is unique in the JVM.
 *
 * <p>Events are created by the pool and may get further fields. None of them carries a header, a body, a query or user info.
 */
public interface PoolListener {

    /**
     * A pool was built, or the listener was added to one that is open.
     *
     * @param pool the pool's name
     * @param snapshot returns the pool's current state, and the last one after the pool was closed; one object per pool,
     *     which distinguishes pools of the same name
     */
    default void poolOpened(String pool, Supplier<PoolSnapshot> snapshot) {}

    /**
     * A caller got a connection, or got none.
     *
     * @param event what happened
     */
    default void leased(LeaseEnded event) {}

    /**
     * A caller released a connection.
     *
     * @param event what happened
     */
    default void released(LeaseReleased event) {}

    /**
     * A connection is about to be established.
     *
     * @param event what happened
     */
    default void dialStarted(DialStarted event) {}

    /**
     * An attempt to establish a connection has ended, successfully or not.
     *
     * @param event what happened
     */
    default void dialEnded(DialEnded event) {}

    /**
     * A TLS handshake has ended, successfully or not.
     *
     * @param event what happened
     */
    default void handshakeEnded(HandshakeEnded event) {}

    /**
     * A connection was closed.
     *
     * @param event what happened
     */
    default void connectionClosed(ConnectionClosed event) {}

    /**
     * A dial has looked up the addresses of a host.
     *
     * @param event what happened
     */
    default void nameLookedUp(NameLookedUp event) {}

    /**
     * A leak is suspected: a connection was not released.
     *
     * @param event what happened
     */
    default void leakSuspected(LeakSuspected event) {}

    /**
     * A connection that was suspected to be leaked was released after all.
     *
     * @param event what happened
     */
    default void leakReturned(LeakReturned event) {}

    /**
     * The idle time that a server allows was learned.
     *
     * @param event what happened
     */
    default void keepAliveLearned(KeepAliveLearned event) {}

    /**
     * The number of requests that a server allows on a connection was learned, or discarded.
     *
     * @param event what happened
     */
    default void maxRequestsLearned(MaxRequestsLearned event) {}

    /**
     * A call would send its request again, and does so or not.
     *
     * @param event what happened
     */
    default void retryDecided(RetryDecided event) {}

    /**
     * An address of a host takes no requests for a while, because it failed while others worked.
     *
     * @param event what happened
     */
    default void addressEjected(AddressEjected event) {}

    /**
     * An address that was ejected takes requests again.
     *
     * @param event what happened
     */
    default void addressRestored(AddressRestored event) {}

    /**
     * A request whose response took long was sent a second time, or was not.
     *
     * @param event what happened
     */
    default void hedgeEnded(HedgeEnded event) {}

    /**
     * A pool was closed, or the listener was removed from it. No further event follows, except those that other threads are
     * reporting at that moment and, from a pool that was closed, those of its connections being closed.
     *
     * @param pool the pool's name
     * @param snapshot the object that {@link #poolOpened} received for this pool
     */
    default void poolClosed(String pool, Supplier<PoolSnapshot> snapshot) {}
}
