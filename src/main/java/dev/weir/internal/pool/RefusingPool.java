package dev.weir.internal.pool;

import java.util.Set;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * What HttpClient's managers are given as their pool. Ours override all their methods, so none is called; a method that a
 * later release adds must not act on connections behind the back of our pool.
 *
 * @param <C> the connections of the manager
 */
public final class RefusingPool<C extends ModalCloseable> implements ManagedConnPool<HttpRoute, C> {

    /** Creates one. */
    public RefusingPool() {}

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("Weir does not serve this method of HttpClient's connection manager");
    }

    @Override
    public Future<PoolEntry<HttpRoute, C>> lease(
            HttpRoute route,
            @Nullable Object state,
            Timeout requestTimeout,
            @Nullable FutureCallback<PoolEntry<HttpRoute, C>> callback) {
        throw refusal();
    }

    @Override
    public void release(PoolEntry<HttpRoute, C> entry, boolean reusable) {
        throw refusal();
    }

    @Override
    public void setMaxTotal(int max) {
        throw refusal();
    }

    @Override
    public int getMaxTotal() {
        throw refusal();
    }

    @Override
    public void setDefaultMaxPerRoute(int max) {
        throw refusal();
    }

    @Override
    public int getDefaultMaxPerRoute() {
        throw refusal();
    }

    @Override
    public void setMaxPerRoute(HttpRoute route, int max) {
        throw refusal();
    }

    @Override
    public int getMaxPerRoute(HttpRoute route) {
        throw refusal();
    }

    @Override
    public void closeIdle(TimeValue idleTime) {
        throw refusal();
    }

    @Override
    public void closeExpired() {
        throw refusal();
    }

    @Override
    public Set<HttpRoute> getRoutes() {
        throw refusal();
    }

    @Override
    public PoolStats getTotalStats() {
        throw refusal();
    }

    @Override
    public PoolStats getStats(HttpRoute route) {
        throw refusal();
    }

    @Override
    public void close(CloseMode mode) {
        throw refusal();
    }

    @Override
    public void close() {
        throw refusal();
    }
}
