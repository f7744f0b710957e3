package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.Holder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The operations of every pool, whatever its protocol: show its state, open connections ahead of need, change its
 * configuration, drain and close. Thread-safe.
 */
public sealed interface ManagedPool extends AutoCloseable permits HttpPool, AsyncHttpPool {

    /**
     * Returns the name of the pool, as it appears in metrics, thread names and errors.
     *
     * @return the name
     */
    String name();

    /**
     * Returns the configuration in force.
     *
     * @return the configuration, as built or as last reconfigured
     */
    PoolConfig config();

    /**
     * Returns the state of the pool at this moment.
     *
     * @return an immutable snapshot
     */
    PoolSnapshot snapshot();

    /**
     * Returns the callers that hold connections to a target at this moment, or exchanges where these share connections: for
     * how long, for which request, in which thread. It visits each connection of the route: do not call it for each request.
     *
     * @param target scheme, host and port, such as {@code https://recs:8443}
     * @param most how many to return at most
     * @return the holders, the longest first; empty if no connection to the target is leased
     * @throws IllegalArgumentException if that is not a target, or the number is negative
     */
    List<Holder> holders(String target, int most);

    /**
     * Adds a listener for the events of the pool from now on. It receives {@link PoolEvent.PoolOpened} first. A listener
     * that was added before is not added again.
     *
     * @param listener the listener
     * @throws NullPointerException if the listener is null
     * @throws IllegalStateException if the pool is closed
     */
    void addListener(PoolListener listener);

    /**
     * Removes a listener, whether it was added here or by the builder. It receives {@link PoolEvent.PoolClosed} last,
     * except for events that other threads are reporting at that moment.
     *
     * @param listener the listener
     * @return whether it was there
     * @throws NullPointerException if the listener is null
     */
    boolean removeListener(PoolListener listener);

    /**
     * Looks for what is wrong, with evidence and advice.
     *
     * @return the findings; none for a pool in good health
     */
    Diagnosis diagnose();

    /**
     * Tells whether the pool takes requests.
     *
     * @return true until {@link #drain(Duration)} or {@link #close()} is called; false from then on
     */
    boolean isOpen();

    /**
     * Puts another configuration into force while the pool works. No request fails because of it: limits apply to the next
     * lease, times to the next check of a connection, and connections above a limit close when they are idle or released.
     *
     * <p>The log lists each change at INFO, with the old and the new value.
     *
     * <p>Collaborators (resolver, SSL context, listeners, customizers) stay as they were.
     *
     * @param config the configuration, best made with {@code config().toBuilder()}
     * @throws NullPointerException if the configuration is null
     * @throws IllegalArgumentException if the configuration is of another pool, by its name, or of the other kind, by
     *     {@link PoolConfig#isAsync()}
     * @throws IllegalStateException if the pool is closed
     */
    void reconfigure(PoolConfig config);

    /**
     * Puts another configuration into force as {@link #reconfigure(PoolConfig)} does, and names its requester in the log:
     * one line at INFO has each setting that changes, with its old and its new value.
     *
     * @param config the configuration, best made with {@code config().toBuilder()}
     * @param requester who asked for it, such as {@code endpoint httppools}; {@code code} if none is given
     * @throws IllegalArgumentException if the configuration is of another pool, by its name, or of the other kind
     * @throws IllegalStateException if the pool is closed
     */
    void reconfigure(PoolConfig config, String requester);

    /**
     * Returns how long ago the background task last ran for this pool. It runs every {@code eviction.interval}; if the time
     * is much longer, the task hangs.
     *
     * @return the time; empty before the first visit
     */
    Optional<Duration> sinceMaintenance();

    /** Closes all idle connections now. */
    void evictIdle();

    /**
     * Opens connections before they are needed: name lookup, TCP and TLS are done when this returns. It opens only as many
     * as are missing, so a second call opens nothing. Each waits for its place for as long as a request would
     * ({@code timeouts.poolWait}) and is opened within {@code timeouts.connect}. A connection that no request uses is closed
     * like any other idle one. An HTTP/2 connection carries many exchanges, so no further one is opened. The calling thread
     * waits.
     *
     * @param target scheme, host and port, such as {@code https://recs:8443}
     * @param connections how many are to be open, in use or not: from 1 to the limits of the pool and of the route,
     *     including the one for idle connections
     * @throws IllegalArgumentException if that is not a target, or the number is beyond a limit
     * @throws IllegalStateException if requests to the target go through an HTTP proxy, where they open their connections
     *     themselves; if the pool is closed or draining; or if the calling thread is an I/O thread of an asynchronous pool
     * @throws java.io.UncheckedIOException if one could not be opened; its cause says why. Those opened before stay open
     */
    void warmUp(String target, int connections);

    /**
     * Closes all connections to a target: the idle ones now, those in use after the exchanges that are under way. New
     * requests dial again.
     *
     * @param target scheme, host and port, such as {@code https://recs:8443}
     * @throws IllegalArgumentException if that is not a target
     */
    void drainRoute(String target);

    /**
     * Tells the pool that the keys or trusted certificates of its SSL context or TLS strategy have changed: existing
     * connections close, the idle ones now and those in use after the exchanges that are under way. No request fails.
     */
    void tlsChanged();

    /**
     * Ends the pool gracefully: no new lease from now on, idle connections close at once and leased ones after their
     * exchange; then the pool closes, even if the time was too short.
     *
     * @param timeout how long to wait for the exchanges under way
     * @return whether all of them ended in time; true for a pool that was closed before
     * @throws NullPointerException if the time is null
     * @throws IllegalArgumentException if the time is negative; the pool stays open
     */
    boolean drain(Duration timeout);

    /**
     * Closes the pool and all its connections at once, those in use included. Has no effect the second time.
     */
    @Override
    void close();
}
