package dev.weir.internal.pool;

import dev.weir.engine.SpareNeed;
import dev.weir.event.CloseCause;
import dev.weir.internal.log.Log;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Replaces connections by others to the address with the fewest, or opens one more. If there is room, it opens the other one
 * first; in a full pool the next caller opens it. Thread-safe.
 */
final class ConnectionMover {

    private static final Log LOG = Log.of("pool");

    private final ConnectionPool pool;
    private final ReplacementDialer dialer;

    // Those whose replacement is being opened.
    private final Set<PooledConnection> moving = ConcurrentHashMap.newKeySet();

    // Those on which one more connection is being opened.
    private final Set<RouteState> widening = ConcurrentHashMap.newKeySet();

    ConnectionMover(ConnectionPool pool, ReplacementDialer dialer) {
        this.pool = pool;
        this.dialer = dialer;
    }

    /** Tells whether it is being replaced, or will be after it has closed. */
    boolean isMoving(PooledConnection connection) {
        return moving.contains(connection) || (connection.doom() == CloseCause.REBALANCED && !connection.isReplaced());
    }

    /** Closes a connection when there is another one, or if there cannot be one before; returns false if it stays. */
    boolean move(PooledConnection connection) {
        if (!pool.isOpen() || connection.isReplaced()) {
            return false;
        }
        if (opensNone(connection.route())) {
            connection.doom(CloseCause.REBALANCED);
            return true;
        }
        moving.add(connection);
        return open(connection.route(), moving, connection, isThere -> ended(connection, isThere));
    }

    /** Opens one more connection, if exchanges share those of the route; returns whether it is being opened. */
    boolean widen(RouteState route) {
        return pool.isOpen()
                && dialer.mayHaveMore(route)
                && !opensNone(route)
                && widening.add(route)
                && open(route, widening, route, isThere -> widening.remove(route));
    }

    // The request that needs a tunnel opens it.
    private boolean opensNone(RouteState route) {
        return route.route().isTunnelled()
                || route.pending.get() > 0
                || pool.store().allocated(route.route()) >= route.policy().maxConnections
                || pool.store().allocated() >= pool.store().getMaxTotal();
    }

    private <T> boolean open(RouteState route, Set<T> underWay, T what, Consumer<Boolean> whenEnded) {
        boolean isUnderWay = false;
        try {
            ReplacementDialer.Replacement replacement = dialer.take(route, SpareNeed.REPLACEMENT);
            isUnderWay = replacement != null && replacement.dial(whenEnded);
        } catch (IOException e) {
            LOG.debug("No connection to {} can be made beside another", route.target(), e);
        } finally {
            if (!isUnderWay) {
                underWay.remove(what);
            }
        }
        return isUnderWay;
    }

    private void ended(PooledConnection connection, boolean isThere) {
        if (isThere) {
            connection.replaced();
            connection.doom(CloseCause.REBALANCED);
        }
        moving.remove(connection);
    }
}
