package dev.weir.internal.pool;

import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.keepalive.KeepAliveLearner;

/**
 * The idle state of a connection: since when it is idle, and how long it may be, by configuration, the server's hint and
 * what was learned.
 *
 * <p>Thread-safe: the holder of the lease (or, while it is idle, the thread that the store hands it to) writes; snapshots
 * read.
 */
final class IdleState {

    private final PooledConnection connection;
    private final RouteState route;

    /** When it last became idle. */
    volatile long sinceNanos;

    /** How long it may be idle by the server's hint, until a response has another. */
    volatile long keepAliveNanos;

    // Written by the maintenance while it is idle and by the thread that parks it.
    private volatile boolean probing;

    IdleState(PooledConnection connection) {
        this.connection = connection;
        this.route = connection.route;
    }

    /** Notes that the connection is new. */
    void opened() {
        keepAliveNanos = route.policy.idleLimit.maxNanos();
    }

    /** Notes what the server said. */
    void hinted(KeepAliveHint hint) {
        keepFor(route.policy.idleLimit.nanosAfter(hint));
    }

    /** Notes the start of an idle time; after a lease without an exchange the former one goes on. */
    void begins(long allowedNanos, boolean goesOn, long nowNanos) {
        keepFor(allowedNanos);
        if (!goesOn) {
            sinceNanos = nowNanos;
            connection.socket.seenOpenNanos = nowNanos;
        }
        if (probing) {
            probing = false;
        }
    }

    // Mostly for as long as before: then no other thread needs to see a write.
    private void keepFor(long nanos) {
        if (keepAliveNanos != nanos) {
            keepAliveNanos = nanos;
        }
    }

    /** Lets it last longer than learned, to see whether the server allows that. */
    void probe() {
        probing = true;
    }

    /** Returns how long it may last, ignoring what was learned. */
    long longestNanos() {
        RoutePolicy policy = route.policy;
        return Math.min(policy.idleNanos, Math.min(keepAliveNanos, policy.idleLimit.maxNanos()));
    }

    /** Tells whether it lasts only to test what the server allows: then no request is sent on the connection. */
    boolean isBeyondLearned(long idleNanos) {
        return probing && route.policy.learns && idleNanos >= route.learned().limitNanos();
    }

    /** Returns how long the server keeps it, as far as its hint, the settings and what was learned tell. */
    long keptNanos(RoutePolicy policy) {
        return Math.min(learnedNanos(policy), Math.min(keepAliveNanos, policy.idleLimit.maxNanos()));
    }

    /** Returns how long it may last by what was learned. */
    long learnedNanos(RoutePolicy policy) {
        if (!policy.learns) {
            return KeepAliveLearner.NONE;
        }
        return probing ? route.learned().probeNanos() : route.learned().limitNanos();
    }

    /** Reports to the route the idle age at which the server closed the connection. */
    void seenClosed(long ageNanos) {
        IdleSocket socket = connection.socket;
        long openNanos = socket.seenOpenNanos - sinceNanos;
        // One that was never seen idle may have been closed right after its last response.
        boolean hasRested = openNanos > 0 || !socket.isLookable();
        // A server may close a connection sooner that has carried no request yet.
        if (!route.policy.learns || connection.uses() == 0) {
            return;
        }
        if (!hasRested || ageNanos < KeepAliveLearner.AT_ONCE_NANOS) {
            route.learned().closedAtOnce(connection.openedNanos, sinceNanos + ageNanos);
        }
        if (hasRested) {
            route.learned().closed(openNanos, ageNanos, sinceNanos + ageNanos);
        } else {
            route.learned().closedUnrested(sinceNanos + ageNanos);
        }
    }
}
