package dev.weir.internal.pool;

import dev.weir.internal.dns.AddressHistory;
import dev.weir.internal.dns.CachingDnsResolver;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A host that the pool is connected to, as the name of it is watched. For the maintenance thread only. */
final class WatchedHost {

    private final FirstHop hop;
    private final List<PooledConnection> connections = new ArrayList<>();
    private final PacedDrain drain = new PacedDrain();
    private final Rebalance rebalance = new Rebalance();
    private AddressHistory known = AddressHistory.NONE;
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

    /** Has the name looked up again in time, and after a failure not sooner than after an answer. */
    void refresh(CachingDnsResolver names, long ttlNanos, long nowNanos) {
        boolean isTooSoon = wasAsked && nowNanos - askedNanos < ttlNanos / 4 * 3;
        if (!isTooSoon && names.refresh(hop.host(), hop.port())) {
            wasAsked = true;
            askedNanos = nowNanos;
        }
    }

    /** Lets some go of the connections whose address the name has no longer; returns whether there are any. */
    boolean drain(CachingDnsResolver names, long stepNanos, Consumer<PooledConnection> leaving) {
        AddressHistory history = names.history(hop.host(), hop.port());
        List<PooledConnection> gone = connections.stream()
                .filter(connection -> isGone(connection, history))
                .toList();
        // By real time, as all waits; a pool's own clock tells how things age.
        drain.next(gone, PooledConnection::isIdle, stepNanos, System.nanoTime()).forEach(leaving);
        return !gone.isEmpty();
    }

    /** Has some of the connections make room at their addresses for others; returns whether any do. */
    boolean rebalance(CachingDnsResolver names, ConnectionMover mover, int most) {
        AddressHistory history = names.history(hop.host(), hop.port());
        boolean isNews = !history.equals(known);
        known = history;
        boolean wasUnderWay = rebalance.isUnderWay();
        if (isNews || wasUnderWay) {
            List<PooledConnection> next =
                    rebalance.next(shares(history, mover), isNews, PooledConnection::isIdle, most, System.nanoTime());
            rebalance.stayed((int)
                    next.stream().filter(connection -> !mover.move(connection)).count());
        }
        return wasUnderWay || rebalance.isUnderWay();
    }

    private AddressShares<PooledConnection> shares(AddressHistory history, ConnectionMover mover) {
        AddressShares<PooledConnection> shares = new AddressShares<>(history.peers());
        for (PooledConnection connection : connections) {
            if (mover.isMoving(connection)) {
                shares.addPending();
            } else if (connection.doom() == null
                    && connection.getRemoteAddress() instanceof InetSocketAddress remote
                    && !remote.isUnresolved()) {
                shares.add(remote.getAddress(), connection);
            }
        }
        return shares;
    }

    private static boolean isGone(PooledConnection connection, AddressHistory history) {
        return connection.doom() == null
                && connection.getRemoteAddress() instanceof InetSocketAddress remote
                && !remote.isUnresolved()
                && history.isGone(remote.getAddress());
    }
}
