package dev.weir.internal.pool;

import dev.weir.internal.keepalive.MaxRequestsLearner;

/**
 * What the exchanges on a connection that callers share tell about how long it may rest, and how many requests its server
 * answers on it. Thread-safe; that two exchanges tell the same at one moment does no harm.
 */
public final class SharedReuseObserver {

    private static final long NONE = -1;

    private final PooledConnection connection;

    // Set by the thread that wakes the connection, taken back by the first response.
    private volatile long restNanos = NONE;

    SharedReuseObserver(PooledConnection connection) {
        this.connection = connection;
    }

    /** Notes that it comes from a rest. */
    void rested(long nanos) {
        restNanos = nanos;
    }

    /** Tells whether it has rested and nothing was answered since. */
    boolean isRested() {
        return restNanos != NONE;
    }

    /** Notes that a response has come. */
    public void answered() {
        long rested = restNanos;
        if (rested == NONE) {
            return;
        }
        restNanos = NONE;
        if (learns()) {
            connection.route().learner().answered(rested, connection.idleState().longestNanos(), nowNanos());
        }
    }

    /** Notes that an exchange got no response in time. */
    public void silent() {
        long rested = restNanos;
        if (learns()) {
            connection.route().learner().silent(rested == NONE ? 0 : rested, nowNanos());
        }
    }

    /**
     * Notes that the server has closed the connection, or said that it will.
     *
     * @return whether it did so unannounced, while it was in use
     */
    public boolean ended() {
        long rested = restNanos;
        if (connection.doom() != null) {
            return false; // it was to go anyway
        }
        if (connection.isIdle()) {
            connection
                    .idleState()
                    .seenClosed(nowNanos() - connection.idleState().sinceNanos());
            return false;
        }
        if (rested != NONE) {
            connection.idleState().seenClosed(rested);
        }
        return rested == NONE;
    }

    /** Notes that the server has asked for fewer requests. */
    public void askedForFewer() {
        connection.route().askedForFewer();
    }

    /**
     * Returns for how long new requests wait because the server has asked for fewer.
     *
     * @return nanoseconds; 0 if they need not wait
     */
    public long backoffNanos() {
        return connection.route().backoffNanos();
    }

    /**
     * Notes that the server has answered a request.
     *
     * @param requests its number on the connection
     * @param isLast whether the server answers no other, without having been asked to
     * @return whether that changes how many it is expected to answer
     */
    public boolean answered(long requests, boolean isLast) {
        MaxRequestsLearner learner = connection.route().maxRequests();
        boolean isOwnWish = isLast && connection.doom() != null;
        if (requests <= 0 || isOwnWish || !learns() || !learner.isTold(requests, isLast)) {
            return false;
        }
        return connection.route().learnedFrom(requests, isLast);
    }

    private boolean learns() {
        return connection.route().policy().learns;
    }

    private long nowNanos() {
        return connection.route().nanoClock().getAsLong();
    }
}
