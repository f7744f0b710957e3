package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.Segment;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.Holder;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsLookups;
import dev.weir.internal.thread.NoThreadException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/** Operations on a pool from outside: look, sweep, change, drain, close. Thread-safe. */
public final class PoolControl {

    private final ConnectionPool pool;

    // One object for the life of the pool, by which listeners recognize it.
    private final Supplier<PoolSnapshot> look = this::snapshot;

    private final Spares spares;

    // Written once, before the pool is handed out.
    private volatile @Nullable Consumer<UnaryOperator<PoolConfig>> reconfiguration;

    // Written once, when the pool opens.
    private volatile @Nullable Housekeeper housekeeper;

    /**
     * Creates the controls of a pool.
     *
     * @param pool the pool
     */
    public PoolControl(ConnectionPool pool) {
        this.pool = pool;
        this.spares = new Spares(pool);
    }

    /**
     * Reports the pool to the listeners, and starts the maintenance of the pool and of its host names until it is closed.
     *
     * @param names the source of the addresses of its hosts
     * @param dials establishes its connections
     */
    public void open(CachingDnsResolver names, Lease.Dialer dials) {
        pool.resolvesBy(names);
        pool.routes().dialer = new BlockingDialer(pool, dials);
        open(names, "a connection to");
    }

    /**
     * Does the same for a pool whose connections are shared.
     *
     * @param names the source of the addresses of its hosts
     * @param shared the pool of the shared connections
     * @param dialer establishes its connections
     */
    public void open(CachingDnsResolver names, AsyncPool shared, StreamLease.Dialer dialer) {
        pool.resolvesBy(names);
        shared.dialBy(dialer);
        open(names, "an exchange with");
    }

    private void open(CachingDnsResolver names, String whatCallersHold) {
        Housekeeper keeper = new Housekeeper(pool, names, whatCallersHold, spares);
        housekeeper = keeper;
        pool.routes().events.poolOpened(look);
        try {
            keeper.maintenance.begin();
        } catch (NoThreadException e) {
            close(); // a pool without maintenance would keep connections that must close
            throw new IllegalStateException("Pool '" + config().name() + "' cannot be built: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the configuration in force.
     *
     * @return the configuration
     */
    public PoolConfig config() {
        return pool.routes().config;
    }

    /**
     * Sets how a program reconfigures the pool by its connection manager.
     *
     * @param change takes a function from the present configuration to the next
     */
    public void changeBy(Consumer<UnaryOperator<PoolConfig>> change) {
        reconfiguration = change;
    }

    void change(UnaryOperator<PoolConfig.Builder> settings) {
        Objects.requireNonNull(reconfiguration, "the pool is not built yet")
                .accept(config -> settings.apply(config.toBuilder()).build());
    }

    /** Returns the routes that have connections, or callers that wait for one. */
    Set<HttpRoute> routes() {
        return pool.routes().all().stream()
                .filter(RouteState::isUsed)
                .map(RouteState::route)
                .collect(Collectors.toSet());
    }

    PoolStats stats() {
        return pool.store().stats();
    }

    /** Returns how many connections of a route there are, as HttpClient tells it. */
    PoolStats stats(HttpRoute route) {
        RouteState known = pool.store().find(route);
        Segment.Stats now = known == null ? new Segment.Stats(0, 0, 0, 0, 0, 0) : known.stats();
        return new PoolStats(now.leased() + now.dialing(), now.pending(), now.idle(), limit(route));
    }

    /** Returns how many connections a route, known or not, may have. */
    int limit(HttpRoute route) {
        return pool.routes().limit(route);
    }

    /** {@return the state of the pool} */
    public PoolSnapshot snapshot() {
        return Snapshots.of(pool.routes(), pool.store(), pool.nowNanos());
    }

    /**
     * Returns the holders of connections to a target.
     *
     * @param target scheme, host and port
     * @param most the most holders to return
     * @return the holders, longest first
     */
    public List<Holder> holders(String target, int most) {
        String normal = config().effective(target).target();
        List<RouteState> ofTarget = pool.routes().busy().stream()
                .filter(route -> route.target.equals(normal))
                .toList();
        return new Holders(ofTarget, Integer.MAX_VALUE, pool.nowNanos()).told(most);
    }

    /**
     * Returns the reporter of lookups to the listeners.
     *
     * @return receives the lookups
     */
    public DnsLookups lookups() {
        return pool.routes().events;
    }

    /**
     * Returns the figures of the pool for the diagnosis.
     *
     * @return the figures
     */
    public PoolFigures figures() {
        return pool.routes().figures(pool.nowNanos());
    }

    /**
     * Opens connections until a number of them is open.
     *
     * @param target scheme, host and port
     * @param connections the number
     */
    public void warmUp(String target, int connections) {
        spares.warmUp(target, connections);
    }

    /** Closes the idle connections that must close by now. */
    public void sweep() {
        if (!isClosed()) {
            pool.routes().sweep((connection, nowNanos) -> {});
        }
    }

    /** Closes all idle connections. The pool reopens those that routes must have with the next request. */
    public void evictIdle() {
        spares.rest();
        pool.closeIdle(connection -> true, CloseCause.DRAINED);
    }

    /** Closes the connections that have been idle for a time; negative for none. */
    void evictIdle(TimeValue idle) {
        long nowNanos = pool.nowNanos();
        long idleNanos = Math.max(0, idle.toNanoseconds());
        pool.closeIdle(connection -> nowNanos - connection.idleSinceNanos >= idleNanos, CloseCause.DRAINED);
    }

    /**
     * Closes all connections to a target: the idle ones now, the leased ones when they are released.
     *
     * @param target scheme, host and port
     */
    public void drainRoute(String target) {
        String normal = config().effective(target).target();
        doom(route -> route.target.equals(normal), CloseCause.DRAINED);
    }

    /**
     * Closes all connections: the idle ones now, the leased ones when they are released.
     *
     * @param cause the cause
     */
    public void retireAll(CloseCause cause) {
        doom(route -> true, cause);
    }

    private void doom(Predicate<RouteState> which, CloseCause cause) {
        pool.routes().all().stream().filter(which).forEach(route -> route.retire(cause));
        sweep();
    }

    /**
     * Applies another configuration. Limits hold from the next lease on, times from the next look at a connection; idle
     * connections above a lowered limit close at once.
     *
     * @param config the configuration
     */
    public void reconfigure(PoolConfig config) {
        pool.routes().reconfigure(config);
        sweep();
        spares.hurry();
        Housekeeper keeper = housekeeper;
        if (keeper != null) {
            keeper.maintenance.hurry();
        }
    }

    /**
     * Refuses new leases, lets the current ones end, then closes.
     *
     * @param timeout how long to wait for them
     * @return whether all ended in time, or it was closed before; false also if the thread was interrupted, which keeps its
     *     interrupt
     */
    public boolean drain(Duration timeout) {
        if (isClosed()) {
            return true;
        }
        pool.lifecycle.drain();
        try {
            retireAll(CloseCause.SHUTDOWN);
            return pool.lifecycle.awaitEmpty(saturatedNanos(timeout));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            close();
        }
    }

    // 292 years are long enough.
    private static long saturatedNanos(Duration time) {
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : time.toNanos();
    }

    /** Closes everything at once, leased connections included. Callers that wait for one are refused. */
    public void close() {
        if (!pool.close()) {
            return;
        }
        Housekeeper keeper = housekeeper;
        if (keeper != null) {
            keeper.maintenance.end();
        }
        pool.routes().events.poolClosed(look);
    }

    /**
     * Tells whether the pool takes requests.
     *
     * @return whether it is neither draining nor closed
     */
    public boolean isOpen() {
        return pool.isOpen();
    }

    /**
     * Tells whether the pool was closed.
     *
     * @return whether it was
     */
    public boolean isClosed() {
        return pool.isClosed();
    }
}
