package dev.weir.internal.pool;

import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.maintenance.Maintained;
import java.util.concurrent.TimeUnit;

/**
 * Checks the idle connections of a pool and closes those that the server has closed, before a caller gets one and before
 * half-closed sockets pile up.
 */
final class IdleWatch implements Maintained {

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    // While callers use connections: one that they leave alone gets its first look that soon.
    private static final long BUSY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long UNUSED_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    // Visits come in steps: what is due before half of one is over is done now.
    private static final long TOLERANCE_NANOS = SHORTEST_PAUSE_NANOS / 2;

    /** Checks per visit, so that a large pool does not delay the others. */
    private static final int MOST_LOOKS = 256;

    private final ConnectionPool pool;

    // Only the maintenance thread uses these.
    private int looks;
    private int found;
    private long pauseNanos;

    IdleWatch(ConnectionPool pool) {
        this.pool = pool;
    }

    @Override
    public long maintain() {
        looks = 0;
        found = 0;
        pauseNanos = UNUSED_PAUSE_NANOS;
        pool.routes().busy().forEach(this::look);
        if (found > 0 && !pool.isClosed()) {
            new IdleSweep(pool.nowNanos()).run(pool.routes(), pool.store());
        }
        return Math.max(SHORTEST_PAUSE_NANOS, pauseNanos);
    }

    private void look(RouteState route) {
        pauseNanos = Math.min(pauseNanos, route.leased.get() > 0 ? BUSY_PAUSE_NANOS : IDLE_PAUSE_NANOS);
        route.learned().keepAlive.settle(pool.nowNanos());
        route.connections().stream().filter(PooledConnection::isIdle).forEach(idle -> look(idle, route));
    }

    private void look(PooledConnection connection, RouteState route) {
        long nowNanos = pool.nowNanos();
        lookAtSocket(connection, route.policy(), nowNanos);
        if (connection.idleState().learnedNanos(route.policy()) != KeepAliveLearner.NONE) {
            probe(connection, route.learned().keepAlive, nowNanos);
            // The sweeps of the eviction are too rare for this.
            found += Retirement.ofIdle(connection, route.policy(), nowNanos) == null ? 0 : 1;
        } else if (connection.doom() != null) {
            found++;
        }
    }

    private void lookAtSocket(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        if (!connection.socket.isLookable()) {
            return;
        }
        if (looks < MOST_LOOKS && leftNanos(connection, policy, nowNanos) <= TOLERANCE_NANOS) {
            looks++;
            if (!connection.detectClose(nowNanos) && policy.learns) {
                long ageNanos = nowNanos - connection.idleState().sinceNanos();
                long longestNanos = connection.idleState().longestNanos();
                connection.route().learned().keepAlive.seenOpen(ageNanos, longestNanos, nowNanos);
            }
        }
        pauseNanos = Math.min(pauseNanos, leftNanos(connection, policy, nowNanos));
    }

    private static long leftNanos(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        return connection.socket.nextLookNanos(connection.idleState().sinceNanos(), policy.intervalNanos, nowNanos);
    }

    private static void probe(PooledConnection connection, KeepAliveLearner learner, long nowNanos) {
        long idleNanos = nowNanos - connection.idleState().sinceNanos();
        if (idleNanos >= learner.limitNanos() / 2 && learner.beginProbeIfDue(nowNanos)) {
            connection.idleState().probe();
        }
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "the idle connections of pool '" + pool.routes().name() + "'";
    }
}
