package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.maintenance.Maintained;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces connections that are needed, shortly before they reach the end of their lifetime or while they carry the last
 * request that they may: the successor is opened first, on a thread of the dials, then its predecessor goes. One at a time on
 * each route, once for each connection, and only where there is room for one more.
 */
final class Successors implements Maintained {

    private static final Logger LOG = LoggerFactory.getLogger(Successors.class);
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ConnectionPool pool;
    private final SpareDials dials;

    Successors(ConnectionPool pool, SpareDials dials) {
        this.pool = pool;
        this.dials = dials;
    }

    @Override
    public long maintain() {
        long pauseNanos = pool.routes().intervalNanos();
        for (RouteState route : pool.routes().all()) {
            replaceNext(route);
            pauseNanos = Math.min(pauseNanos, succession(route.policy()).pauseNanos());
        }
        return Math.max(SHORTEST_PAUSE_NANOS, pauseNanos);
    }

    private static Succession succession(RoutePolicy policy) {
        return Succession.of(policy.intervalNanos, policy.maxLifetimeNanos);
    }

    /** Opens the successor of a connection that carries its last request, unless another one can carry the next. */
    void usedUp(PooledConnection connection) {
        RouteState route = connection.route();
        if (route.idle.get() == 0) {
            replace(route, () -> connection, null);
        }
    }

    private void replaceNext(RouteState route) {
        replace(route, () -> due(route), CloseCause.MAX_LIFETIME);
    }

    private void replace(RouteState route, Supplier<@Nullable PooledConnection> which, @Nullable CloseCause cause) {
        // A tunnel is opened by the request that needs it.
        if (route.route().isTunnelled() || !pool.lifecycle().isOpen() || !route.succeeding.compareAndSet(false, true)) {
            return;
        }
        boolean isUnderWay = false;
        try {
            PooledConnection due = which.get();
            isUnderWay = due != null && !due.isSucceeded() && isReplaced(due, route, cause);
        } catch (IOException e) {
            LOG.debug("No connection to {} can be made in the place of an old one", route.target(), e);
        } finally {
            if (!isUnderWay) {
                route.succeeding.set(false);
            }
        }
    }

    private @Nullable PooledConnection due(RouteState route) {
        RoutePolicy policy = route.policy();
        Succession succession = succession(policy);
        long nowNanos = pool.nowNanos();
        for (PooledConnection connection : route.connections()) {
            if (succession.isNear(Retirement.leftNanos(connection, policy, nowNanos))
                    && !connection.isSucceeded()
                    && Retirement.ofReleased(connection, policy, policy.idleLimit.maxNanos(), nowNanos) == null
                    && connection.isNeeded(policy.intervalNanos, nowNanos)) {
                return connection;
            }
        }
        return null;
    }

    private boolean isReplaced(PooledConnection due, RouteState route, @Nullable CloseCause cause) throws IOException {
        RoutePolicy policy = route.policy();
        if (route.idle.get() >= policy.maxIdle) {
            return false; // it would be closed again at once
        }
        PooledConnection successor = pool.newConnection(route);
        Lease.Dial dial = dials.to(route.route(), policy.connect, policy.read);
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = pool.store().spare(route.route(), successor);
        if (entry == null) {
            return false;
        }
        due.succeeded();
        DialTask task = new DialTask(pool, route, entry, successor, dial);
        boolean isTaken = DialThreads.shared().takes(() -> replace(due, successor, task, cause));
        if (!isTaken) {
            successor.close(CloseMode.IMMEDIATE);
            pool.store().dialFailed(entry, new RejectedExecutionException("All threads of the dials are busy"), false);
        }
        return isTaken;
    }

    /** Without a cause, the old connection ends by itself. */
    private void replace(PooledConnection due, PooledConnection successor, DialTask task, @Nullable CloseCause cause) {
        RouteState route = due.route();
        try {
            task.run();
        } finally {
            route.succeeding.set(false);
        }
        if (!successor.isClosed()) {
            if (cause != null) {
                due.doom(cause);
            }
            replaceNext(route);
        }
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "the successors of old connections of pool '" + pool.routes().name() + "'";
    }
}
