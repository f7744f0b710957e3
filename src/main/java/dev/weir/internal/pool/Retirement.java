package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.http1.Sight;
import org.jspecify.annotations.Nullable;

/** Decides whether a connection must close. Pure: takes the time, closes nothing. */
final class Retirement {

    private Retirement() {}

    /** Returns why an idle connection must close now, or null if it may stay. */
    static @Nullable CloseCause ofIdle(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        CloseCause always = ofAny(connection, policy, nowNanos);
        if (always != null) {
            return always;
        }
        IdleState idle = connection.idleState;
        long idleNanos = nowNanos - idle.sinceNanos;
        long keepAliveNanos = idle.keptNanos(policy);
        if (idleNanos < Math.min(keepAliveNanos, policy.idleNanos)) {
            return null;
        }
        return policy.idleNanos < keepAliveNanos ? CloseCause.IDLE : CloseCause.KEEP_ALIVE_EXPIRED;
    }

    /** Returns why a connection must not go back to the pool after an exchange, or null if it may. */
    static @Nullable CloseCause ofReleased(
            PooledConnection connection, RoutePolicy policy, long keepAliveNanos, long nowNanos) {
        if (keepAliveNanos <= 0) {
            return CloseCause.SERVER_CLOSE_HEADER;
        }
        CloseCause always = ofAny(connection, policy, nowNanos);
        boolean isOver = always == null && connection.idleState.learnedNanos(policy) == 0;
        return isOver ? CloseCause.KEEP_ALIVE_EXPIRED : always;
    }

    /** Returns why a connection must close after a look, or null if the look found nothing. */
    static @Nullable CloseCause ofSight(Sight sight, CloseCause ended) {
        return switch (sight) {
            case QUIET -> null;
            case ENDED -> ended;
            case REQUEST_TIMEOUT -> CloseCause.SERVER_CLOSED_IDLE;
            case UNSOLICITED -> CloseCause.UNSOLICITED_BYTES;
        };
    }

    private static @Nullable CloseCause ofAny(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        CloseCause doomed = connection.doom;
        if (doomed != null) {
            return doomed;
        }
        if (connection.isUsedUp(policy.maxRequests)) {
            return CloseCause.MAX_REQUESTS;
        }
        return connection.leftNanos(policy, nowNanos) <= 0 ? CloseCause.MAX_LIFETIME : null;
    }
}
