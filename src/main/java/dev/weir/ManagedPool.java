package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.Holder;
import dev.weir.internal.callback.BlockingCalls;
import dev.weir.internal.pool.ConnectionPool;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The operations of every pool, whatever its protocol: show its state, open connections ahead of need, change its
 * configuration, drain and close. Thread-safe.
 */
public abstract sealed class ManagedPool implements AutoCloseable permits HttpPool, AsyncHttpPool {
    final ConnectionPool pool;
    private final PoolHealth health;
    private final ReentrantLock lock = new ReentrantLock();

    ManagedPool(ConnectionPool pool, PoolHealth health) {
        this.pool = pool;
        this.health = health;
        // Its connection manager is a way to change the limits of the pool.
        pool.changeBy(this::apply);
    }

    /**
     * Returns the name of the pool, as it appears in metrics, thread names and errors.
     *
     * @return the name
     */
    public final String name() {
        return config().name();
    }

    /**
     * Returns the configuration in force.
     *
     * @return the configuration, as built or as last reconfigured
     */
    public final PoolConfig config() {
        return pool.config();
    }

    /**
     * Returns the state of the pool at this moment.
     *
     * @return an immutable snapshot
     */
    public final PoolSnapshot snapshot() {
        return pool.snapshot();
    }

    /**
     * Returns the callers that hold connections to a target at this moment, or exchanges where these share connections: for
     * how long, for which request, in which thread. It visits each connection of the route: do not call it for each request.
     *
     * @param target scheme, host and port, such as {@code https://recs:8443}
     * @param most how many to return at most
     * @return the holders, the longest first; empty if no connection to the target is leased
     * @throws IllegalArgumentException if that is not a target, or the number is negative
     */
    public final List<Holder> holders(String target, int most) {
        if (most < 0) {
            throw new IllegalArgumentException("most must be at least 0, such as 40, but was " + most);
        }
        return pool.holders(target, most);
    }

    /**
     * Looks for what is wrong, with evidence and advice.
     *
     * @return the findings; none for a pool in good health
     */
    public final Diagnosis diagnose() {
        return health.diagnose(pool.figures());
    }

    /**
     * Tells whether the pool takes requests.
     *
     * @return true until {@link #drain(Duration)} or {@link #close()} is called; false from then on
     */
    public final boolean isOpen() {
        return pool.lifecycle.isOpen();
    }

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
    public final void reconfigure(PoolConfig config) {
        apply(before -> config);
    }

    /** Closes all idle connections now. The pool opens those of {@code minIdle} again with the next request. */
    public final void evictIdle() {
        pool.evictIdle();
    }

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
    public final void warmUp(String target, int connections) {
        BlockingCalls.check();
        pool.warmUp(target, connections);
    }

    /** Ends what the pool has of its own besides its connections. */
    abstract void shutDown();

    /** Makes the next client, which may fail, before the rest changes; returns how the client is replaced. */
    abstract Runnable prepare(PoolConfig next);

    /** Whether connections that one configuration makes are like those of another, as far as the kind of pool goes. */
    abstract boolean isMadeAlike(PoolConfig one, PoolConfig other);

    // One after the other, the change of one limit through the connection manager included.
    private void apply(UnaryOperator<PoolConfig> change) {
        lock.lock();
        try {
            PoolConfig previous = config();
            PoolConfig next = next(previous, change.apply(previous));
            Runnable replaceClients = prepare(next);
            pool.reconfigure(next);
            replaceClients.run();
            retireConnections(previous, next);
            ChangeLog.log(previous, next);
        } finally {
            lock.unlock();
        }
    }

    private PoolConfig next(PoolConfig previous, @Nullable PoolConfig next) {
        Objects.requireNonNull(next, "config must not be null");
        if (!next.name().equals(previous.name())) {
            throw new IllegalArgumentException("Pool '" + previous.name() + "' cannot take the configuration of pool '"
                    + next.name() + "': make it with config().toBuilder()");
        }
        if (next.isAsync() != previous.isAsync()) {
            throw new IllegalArgumentException("Pool '" + previous.name() + "' is " + kind(previous)
                    + " and cannot take a configuration for a pool that is " + kind(next)
                    + ": make it with config().toBuilder()");
        }
        if (pool.lifecycle.isClosed()) {
            throw pool.lifecycle.refusal();
        }
        return HttpPoolBuilder.next(next, previous);
    }

    private static String kind(PoolConfig config) {
        return config.isAsync() ? "asynchronous" : "blocking";
    }

    // A connection lives by the settings that it was made with; other settings hold at once.
    private void retireConnections(PoolConfig previous, PoolConfig next) {
        if (!next.tls().equals(previous.tls())) {
            pool.retireAll(CloseCause.TLS_CHANGED);
        } else if (!next.http1Config().equals(previous.http1Config())
                || !next.effective().proxy().equals(previous.effective().proxy())
                || !next.noProxy().equals(previous.noProxy())
                || !isMadeAlike(next, previous)) {
            pool.retireAll(CloseCause.RECONFIGURED);
        }
    }

    /**
     * Closes all connections to a target: the idle ones now, those in use after the exchanges that are under way. New
     * requests dial again.
     *
     * @param target scheme, host and port, such as {@code https://recs:8443}
     * @throws IllegalArgumentException if that is not a target
     */
    public final void drainRoute(String target) {
        pool.drainRoute(target);
    }

    /**
     * Tells the pool that the keys or trusted certificates of its SSL context or TLS strategy have changed: existing
     * connections close, the idle ones now and those in use after the exchanges that are under way. No request fails.
     */
    public final void tlsChanged() {
        pool.retireAll(CloseCause.TLS_CHANGED);
    }

    /**
     * Ends the pool gracefully: no new lease from now on, idle connections close at once and leased ones after their
     * exchange; then the pool closes, even if the time was too short.
     *
     * @param timeout how long to wait for the exchanges under way
     * @return whether all of them ended in time; true for a pool that was closed before
     * @throws NullPointerException if the time is null
     * @throws IllegalArgumentException if the time is negative; the pool stays open
     */
    public final boolean drain(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout must not be null").isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative, but was " + timeout
                    + "; such as Duration.ofSeconds(20), or Duration.ZERO to close at once");
        }
        boolean finished = pool.drain(timeout);
        shutDown();
        return finished;
    }

    /**
     * Closes the pool and all its connections at once, those in use included. Has no effect the second time.
     */
    @Override
    public final void close() {
        pool.close();
        shutDown();
    }

    /** Returns the name and the figures of the pool in one line, and whether it is draining or closed. */
    @Override
    public final String toString() {
        PoolSnapshot now = snapshot();
        String name = getClass().getSimpleName() + " '" + now.name() + "': ";
        if (pool.lifecycle.isClosed()) {
            return name + "closed";
        }
        return name + (isOpen() ? "" : "draining, ") + now.leased() + " leased and " + now.idle() + " idle of "
                + now.maxTotal() + ", " + now.pending() + " pending, " + now.dialing() + " dialing";
    }
}
