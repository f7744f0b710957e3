package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.dns.AddressHistory;
import dev.weir.internal.dns.CachingDnsResolver;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A host that the pool is connected to, whose name is watched. Takes the time. For the maintenance thread only. */
final class WatchedHost {

    private final FirstHop hop;
    private final List<PooledConnection> connections = new ArrayList<>();
    private final PacedDrain drain = new PacedDrain();
    private boolean wasAsked;
    private long askedNanos;

    WatchedHost(FirstHop hop) {
        this.hop = hop;
    }

    /** Forgets the connections, before they are counted again. */
    void clear() {
        connections.clear();
    }

    void add(PooledConnection connection) {
        connections.add(connection);
    }

    boolean hasConnections() {
        return !connections.isEmpty();
    }

    /** Has the name looked up again in time; after a failure, no sooner than after an answer. Returns whether it is. */
    boolean refresh(CachingDnsResolver names, long ttlNanos, long nowNanos) {
        boolean isTooSoon = wasAsked && nowNanos - askedNanos < ttlNanos / 4 * 3;
        if (isTooSoon || !names.refresh(hop.host(), hop.port())) {
            return false;
        }
        wasAsked = true;
        askedNanos = nowNanos;
        return true;
    }

    /** Closes some of the connections whose address the name no longer has; returns whether there are any. */
    boolean drain(CachingDnsResolver names, long stepNanos, long nowNanos) {
        AddressHistory history = names.history(hop.host(), hop.port());
        List<PooledConnection> gone = connections.stream()
                .filter(connection -> isGone(connection, history))
                .toList();
        drain.next(gone, PooledConnection::isIdle, stepNanos, nowNanos)
                .forEach(connection -> connection.doom(CloseCause.DNS_CHANGED));
        return !gone.isEmpty();
    }

    private static boolean isGone(PooledConnection connection, AddressHistory history) {
        return connection.doom() == null
                && connection.getRemoteAddress() instanceof InetSocketAddress remote
                && !remote.isUnresolved()
                && history.isGone(remote);
    }
}
