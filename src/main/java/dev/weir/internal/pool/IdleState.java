package dev.weir.internal.pool;

import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.keepalive.KeepAliveLearner;

/**
 * The rest of a connection: since when it is idle, and how long it may be, by what was set, said by the server and learned.
 *
 * <p>Thread-safe: the holder of the lease (or, while it is idle, the thread that the store hands it to) writes; snapshots
 * read.
 */
final class IdleState {

    private final PooledConnection connection;
    private final RouteState route;

    private volatile long sinceNanos;
    private volatile long keepAliveNanos;
    // Written by the maintenance while it is idle and by the thread that parks it.
    private volatile boolean probing;

    IdleState(PooledConnection connection) {
        this.connection = connection;
        this.route = connection.route();
    }

    /** Since when it is idle, or was last. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** How long it may rest by what the server said, until a response says more. */
    long keepAliveNanos() {
        return keepAliveNanos;
    }

    /** Notes that the connection is new. */
    void opened() {
        keepAliveNanos = route.policy().idleLimit.maxNanos();
    }

    /** Takes note of what the server said. */
    void hinted(KeepAliveHint hint) {
        keepAliveNanos = route.policy().idleLimit.nanosAfter(hint);
    }

    /** Notes that it begins; one that was leased without an exchange goes on. */
    void begins(long allowedNanos, boolean goesOn, long nowNanos) {
        keepAliveNanos = allowedNanos;
        if (!goesOn) {
            sinceNanos = nowNanos;
            connection.socket().seenOpen(nowNanos);
        }
        probing = false;
    }

    /** Lets it last longer than was learned, to see whether the server allows that. */
    void probe() {
        probing = true;
    }

    /** Returns how long it may last, apart from what was learned. */
    long longestNanos() {
        RoutePolicy policy = route.policy();
        return Math.min(policy.idleNanos, Math.min(keepAliveNanos, policy.idleLimit.maxNanos()));
    }

    /** Tells whether it lasts only to see whether the server allows that: no request is sent on the connection then. */
    boolean isBeyondLearned(long idleNanos) {
        return probing && route.policy().learns && idleNanos >= route.learner().limitNanos();
    }

    /** Returns how long it may last by what was learned. */
    long learnedNanos() {
        if (!route.policy().learns) {
            return KeepAliveLearner.NONE;
        }
        return probing ? route.learner().probeNanos() : route.learner().limitNanos();
    }

    /** Tells the route at which idle age the server has closed the connection. */
    void seenClosed(long ageNanos) {
        IdleSocket socket = connection.socket();
        long openNanos = socket.seenOpenNanos() - sinceNanos;
        // What was never seen to rest may have been closed right after its last response.
        boolean hasRested = openNanos > 0 || !socket.isLookable();
        // A server may have less patience with a connection that has carried no request yet.
        if (!route.policy().learns || connection.uses() == 0) {
            return;
        }
        if (hasRested) {
            route.learner().closed(openNanos, ageNanos, sinceNanos + ageNanos);
        } else {
            route.learner().closedUnrested(sinceNanos + ageNanos);
        }
    }
}
