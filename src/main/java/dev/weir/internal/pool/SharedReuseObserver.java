package dev.weir.internal.pool;

import dev.weir.internal.keepalive.KeepAliveLearner;

/**
 * Learns from the exchanges on a shared connection how long it may be idle. Thread-safe; two exchanges may report the same at one moment.
 */
public final class SharedReuseObserver {

    private static final long NONE = -1;

    private final PooledConnection connection;
    private final RouteState route;

    // Set by the thread that wakes the connection, cleared by the first response.
    private volatile long restNanos = NONE;

    SharedReuseObserver(PooledConnection connection) {
        this.connection = connection;
        this.route = connection.route();
    }

    /** Notes that it was idle. */
    void rested(long nanos) {
        restNanos = nanos;
    }

    /** Tells whether it was idle and has had no response since. */
    boolean isRested() {
        return restNanos != NONE;
    }

    /** Notes that a response has arrived. */
    public void answered() {
        long rested = restNanos;
        if (rested == NONE) {
            return;
        }
        restNanos = NONE;
        KeepAliveLearner learner = route.policy.learns ? route.learned() : null;
        if (learner != null && learner.isTold(rested)) {
            learner.answered(rested, connection.idleState.longestNanos(), nowNanos());
        }
    }

    /** Notes that an exchange got no response in time. */
    public void silent() {
        route.traffic().readTimedOut();
        long rested = restNanos;
        if (route.policy.learns) {
            route.learned().silent(rested == NONE ? 0 : rested, nowNanos());
        }
    }

    /**
     * Notes that the server has closed the connection, or said that it will.
     *
     * @return whether it did so unannounced, while it was in use
     */
    public boolean ended() {
        long rested = restNanos;
        if (connection.doom != null) {
            return false; // it had to close anyway
        }
        if (connection.isIdle()) {
            connection.idleState.seenClosed(nowNanos() - connection.idleState.sinceNanos);
            return false;
        }
        if (rested != NONE) {
            connection.idleState.seenClosed(rested);
        }
        return rested == NONE;
    }

    private long nowNanos() {
        return route.nanoClock().getAsLong();
    }
}
