package dev.weir.internal.manager;

import dev.weir.engine.Segment;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.RouteState;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What HttpClient's managers are given as their pool. Limits go into the configuration of ours, so that the next
 * reconfiguration keeps them; looks and closes go to ours, too. It leases nothing, because the managers lease from ours.
 * Thread-safe.
 *
 * @param <C> the connections of the manager
 */
public final class ManagerSettings<C extends ModalCloseable> implements ManagedConnPool<HttpRoute, C> {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    private final ConnectionPool pool;

    /**
     * Creates those of one manager.
     *
     * @param pool its pool
     */
    public ManagerSettings(ConnectionPool pool) {
        this.pool = pool;
    }

    /**
     * Refuses a setting that the configuration of the pool decides together with others.
     *
     * @param pool the pool
     * @param instead the methods of the builder to use instead
     * @return to be thrown
     */
    public static UnsupportedOperationException refusal(ConnectionPool pool, String instead) {
        return new UnsupportedOperationException(
                "The connection manager of pool '" + pool.config().name()
                        + "' takes no configuration of its own; use " + instead
                        + " of the pool's builder, or reconfigure(...).");
    }

    @Override
    public void setMaxTotal(int max) {
        pool.change(builder -> builder.maxTotal(max));
    }

    @Override
    public void setDefaultMaxPerRoute(int max) {
        pool.change(builder -> builder.maxPerRoute(max));
    }

    @Override
    public void setMaxPerRoute(HttpRoute route, int max) {
        pool.change(builder -> builder.route(ConnectionPool.target(route), rule -> rule.maxConnections(max)));
    }

    @Override
    public int getMaxTotal() {
        return getTotalStats().getMax();
    }

    @Override
    public int getDefaultMaxPerRoute() {
        return pool.config().maxPerRoute();
    }

    @Override
    public int getMaxPerRoute(HttpRoute route) {
        return pool.limit(route);
    }

    @Override
    public Set<HttpRoute> getRoutes() {
        return pool.all().stream()
                .filter(RouteState::isUsed)
                .map(state -> state.route)
                .collect(Collectors.toSet());
    }

    @Override
    public PoolStats getTotalStats() {
        return pool.stats();
    }

    @Override
    public PoolStats getStats(HttpRoute route) {
        RouteState known = pool.find(route);
        Segment.Stats now = known == null ? new Segment.Stats(0, 0, 0, 0, 0, 0) : known.stats();
        return new PoolStats(now.leased() + now.dialing(), now.pending(), now.idle(), pool.limit(route));
    }

    @Override
    public void closeIdle(TimeValue idleTime) {
        pool.closeIdle(Math.max(0, idleTime.toNanoseconds())); // negative for none
    }

    @Override
    public void closeExpired() {
        pool.sweep();
    }

    /** Leaves the pool open: it belongs to the code that built it. */
    @Override
    public void close(CloseMode mode) {
        LOG.debug(
                "Pool '{}' stays open: closing its connection manager closes nothing",
                pool.config().name());
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    @Override
    public Future<PoolEntry<HttpRoute, C>> lease(
            HttpRoute route, Object state, Timeout timeout, FutureCallback<PoolEntry<HttpRoute, C>> callback) {
        throw new IllegalStateException("A method of HttpClient's manager leases beside the pool");
    }

    @Override
    public void release(PoolEntry<HttpRoute, C> entry, boolean reusable) {
        throw new IllegalStateException("No connection of this pool is an entry of HttpClient's");
    }
}
