package dev.weir.internal.pool;

import dev.weir.engine.SpareNeed;
import dev.weir.event.CloseCause;
import dev.weir.internal.log.Log;
import dev.weir.internal.maintenance.Maintained;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Replaces connections in use shortly before the end of their lifetime, or while they carry their last requests: it opens
 * the replacement first, then closes the old connection. One at a time on each route, once for each connection, and only
 * where there is room for one more.
 */
final class ConnectionReplacer implements Maintained {

    private static final Log LOG = Log.of("pool");
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ConnectionPool pool;
    private final ReplacementDialer dialer;

    ConnectionReplacer(ConnectionPool pool, ReplacementDialer dialer) {
        this.pool = pool;
        this.dialer = dialer;
    }

    @Override
    public long maintain() {
        long pauseNanos = pool.routes().intervalNanos();
        for (RouteState route : pool.routes().busy()) {
            replaceNext(route);
            pauseNanos = Math.min(pauseNanos, window(route.policy()).pauseNanos());
        }
        return Math.max(SHORTEST_PAUSE_NANOS, pauseNanos);
    }

    private static ReplacementWindow window(RoutePolicy policy) {
        return ReplacementWindow.of(policy.intervalNanos, policy.maxLifetimeNanos);
    }

    /** Opens the replacement of a connection that carries its last request, unless another one can carry the next. */
    void usedUp(PooledConnection connection) {
        if (connection.route().idle.get() == 0) {
            nearlyUsedUp(connection);
        }
    }

    /** Opens the replacement of a connection that carries one of its last requests. */
    void nearlyUsedUp(PooledConnection connection) {
        replace(connection.route(), () -> connection, null);
    }

    /** Closes a connection whose address is gone; if it is in use, after there is another one or if there cannot be one. */
    void leaveAddress(PooledConnection connection) {
        RouteState route = connection.route();
        if (!connection.isIdle()) {
            replace(route, () -> connection, CloseCause.DNS_CHANGED);
        }
        if (route.replacing.get() != connection) {
            connection.doom(CloseCause.DNS_CHANGED);
        }
    }

    private void replaceNext(RouteState route) {
        replace(route, () -> due(route), CloseCause.MAX_LIFETIME);
    }

    private void replace(RouteState route, Supplier<@Nullable PooledConnection> which, @Nullable CloseCause cause) {
        // The request that needs a tunnel opens it.
        if (route.route().isTunnelled() || !pool.isOpen() || route.replacing.get() != null) {
            return;
        }
        PooledConnection due = which.get();
        if (due == null || due.isReplaced() || !route.replacing.compareAndSet(null, due)) {
            return;
        }
        boolean isUnderWay = false;
        try {
            isUnderWay = openReplacement(due, route, cause);
        } catch (IOException e) {
            LOG.debug("No connection to {} can be opened to replace an old one", route.target(), e);
        } finally {
            if (!isUnderWay) {
                route.replacing.compareAndSet(due, null);
            }
        }
    }

    private @Nullable PooledConnection due(RouteState route) {
        RoutePolicy policy = route.policy();
        ReplacementWindow window = window(policy);
        long nowNanos = pool.nowNanos();
        for (PooledConnection connection : route.connections()) {
            if (window.isNear(connection.leftNanos(policy, nowNanos))
                    && !connection.isReplaced()
                    && Retirement.ofReleased(connection, policy, policy.idleLimit.maxNanos(), nowNanos) == null
                    && connection.isNeeded(policy.intervalNanos, nowNanos)) {
                return connection;
            }
        }
        return null;
    }

    private boolean openReplacement(PooledConnection due, RouteState route, @Nullable CloseCause cause)
            throws IOException {
        // The former would be closed again at once; the latter was just attempted.
        if (route.idle.get() >= route.policy().maxIdle || pool.store().isIdleFull() || due.isReplaced()) {
            return false;
        }
        ReplacementDialer.Replacement replacement = dialer.take(route, SpareNeed.REPLACEMENT);
        if (replacement == null) {
            return false;
        }
        due.replaced();
        return replacement.dial(isThere -> ended(due, isThere, cause));
    }

    /** Without a cause, the old connection ends by itself; one whose address is gone closes in any case. */
    private void ended(PooledConnection due, boolean isThere, @Nullable CloseCause cause) {
        RouteState route = due.route();
        if (cause != null && (isThere || cause == CloseCause.DNS_CHANGED)) {
            due.doom(cause);
        }
        route.replacing.set(null);
        if (isThere) {
            replaceNext(route);
        }
    }
}
