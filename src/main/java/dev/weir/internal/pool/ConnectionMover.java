package dev.weir.internal.pool;

import dev.weir.engine.SpareNeed;
import dev.weir.event.CloseCause;
import dev.weir.internal.log.Log;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Replaces connections by others to the address with the fewest. If there is room, it opens the other one first; in a full
 * pool the next caller opens it.
 */
final class ConnectionMover {

    private static final Log LOG = Log.of(ConnectionMover.class);

    private final ConnectionPool pool;
    private final ReplacementDialer dialer;

    // Those whose replacement is being opened.
    private final Set<PooledConnection> moving = ConcurrentHashMap.newKeySet();

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
        boolean isUnderWay = false;
        moving.add(connection);
        try {
            isUnderWay = open(connection);
        } catch (IOException e) {
            LOG.debug(
                    "No connection to {} can be made in the place of another",
                    connection.route().target(),
                    e);
        } finally {
            if (!isUnderWay) {
                moving.remove(connection);
            }
        }
        return isUnderWay;
    }

    // The request that needs a tunnel opens it.
    private boolean opensNone(RouteState route) {
        return route.route().isTunnelled()
                || route.pending.get() > 0
                || pool.store().allocated(route.route()) >= route.policy().maxConnections
                || pool.store().allocated() >= pool.store().getMaxTotal();
    }

    private boolean open(PooledConnection connection) throws IOException {
        ReplacementDialer.Replacement replacement = dialer.take(connection.route(), SpareNeed.REPLACEMENT);
        return replacement != null && replacement.dial(isThere -> ended(connection, isThere));
    }

    private void ended(PooledConnection connection, boolean isThere) {
        if (isThere) {
            connection.replaced();
            connection.doom(CloseCause.REBALANCED);
        }
        moving.remove(connection);
    }
}
