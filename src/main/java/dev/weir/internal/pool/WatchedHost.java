package dev.weir.internal.pool;

import dev.weir.internal.dns.AddressHistory;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.WeightedAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A host that the pool is connected to, whose name is watched. Takes the time. For the maintenance thread only. */
final class WatchedHost {

    private final FirstHop hop;
    private final List<PooledConnection> connections = new ArrayList<>();
    private final PacedDrain drain = new PacedDrain();
    private final Rebalance rebalance = new Rebalance();
    private final Widening widening = new Widening();
    private AddressHistory known = AddressHistory.NONE;
    // Its addresses that are ejected, and those that take connections.
    private Set<InetSocketAddress> out = Set.of();
    private Set<InetSocketAddress> takers = Set.of();
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

    /** Returns for how long the last answer for the name is used. */
    long useNanos(CachingDnsResolver names) {
        return names.use(hop.host(), hop.port()).toNanos();
    }

    /** Has the name looked up again in time; after a failure, no sooner than after an answer. Returns whether it is. */
    boolean refresh(CachingDnsResolver names, long nowNanos) {
        boolean isTooSoon = wasAsked && nowNanos - askedNanos < useNanos(names) / 4 * 3;
        if (isTooSoon || !names.refresh(hop.host(), hop.port())) {
            return false;
        }
        wasAsked = true;
        askedNanos = nowNanos;
        return true;
    }

    /** Closes some of the connections whose address the name no longer has; returns whether there are any. */
    boolean drain(CachingDnsResolver names, long stepNanos, Consumer<PooledConnection> leaving, long nowNanos) {
        AddressHistory history = names.history(hop.host(), hop.port());
        List<PooledConnection> gone = connections.stream()
                .filter(connection -> isGone(connection, history))
                .toList();
        drain.next(gone, PooledConnection::isIdle, stepNanos, nowNanos).forEach(leaving);
        return !gone.isEmpty();
    }

    /** Makes some connections leave their addresses for others; returns whether any do. */
    boolean rebalance(CachingDnsResolver names, ConnectionMover mover, int most, long nowNanos) {
        AddressHistory history = names.history(hop.host(), hop.port());
        boolean isAnswer = !history.equals(known);
        if (isAnswer) {
            weigh(history);
            widening.answered(history.peers(), history.before());
        }
        boolean isNews = look(history) || isAnswer;
        known = history;
        boolean wasUnderWay = rebalance.isUnderWay();
        if (isNews || wasUnderWay) {
            List<PooledConnection> next =
                    rebalance.next(shares(mover), isNews, PooledConnection::isIdle, most, nowNanos);
            rebalance.stayed((int)
                    next.stream().filter(connection -> !mover.move(connection)).count());
        }
        boolean isWidening = !rebalance.isUnderWay() && !allLeave(history) && widen(mover);
        return wasUnderWay || rebalance.isUnderWay() || isWidening;
    }

    // Those that leave are replaced, and their replacements go to the addresses that came.
    private boolean allLeave(AddressHistory history) {
        return connections.stream().allMatch(connection -> connection.doom() != null || isGone(connection, history));
    }

    /** Opens one more connection if there is a reason to; returns whether it does. */
    private boolean widen(ConnectionMover mover) {
        if (!widening.isWaiting()) {
            return false;
        }
        List<RouteState> routes = routes();
        int exchanges = routes.stream().mapToInt(route -> route.leased.get()).sum();
        boolean isOpening = widening.isDue(shares(mover).unused(), connections.size(), exchanges)
                && routes.stream().anyMatch(mover::widen);
        if (isOpening) {
            widening.tried();
        }
        return isOpening;
    }

    /** Notes the weights of a new answer. */
    private void weigh(AddressHistory history) {
        Map<InetSocketAddress, Integer> before = new HashMap<>();
        known.last().forEach(address -> before.put(address, WeightedAddress.weight(address)));
        List<InetSocketAddress> changed = history.last().stream()
                .filter(address -> !before.getOrDefault(address, 0).equals(WeightedAddress.weight(address)))
                .toList();
        routes().forEach(route -> changed.forEach(route::weighs));
        if (changed.stream().anyMatch(before::containsKey)) {
            rebalance.sharesChanged();
        }
    }

    /** Reads which addresses are ejected; returns whether that has changed. */
    private boolean look(AddressHistory history) {
        Set<InetSocketAddress> wasOut = out;
        Set<InetSocketAddress> couldTake = takers;
        List<RouteState> routes = routes();
        out = history.peers().stream()
                .filter(address -> routes.stream().anyMatch(route -> route.isOut(address)))
                .collect(Collectors.toUnmodifiableSet());
        takers = takers(history, routes);
        if (!out.containsAll(wasOut)) {
            rebalance.sharesChanged();
        }
        return !out.equals(wasOut) || !takers.equals(couldTake);
    }

    // An ejected address takes no connection; one whose time is over takes a single one, and counts as without any.
    private Set<InetSocketAddress> takers(AddressHistory history, List<RouteState> routes) {
        return history.peers().stream()
                .filter(address -> routes.stream().noneMatch(route -> route.isBlocked(address)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private List<RouteState> routes() {
        return connections.stream().map(PooledConnection::route).distinct().toList();
    }

    private AddressShares<PooledConnection> shares(ConnectionMover mover) {
        AddressShares<PooledConnection> shares = new AddressShares<>(takers);
        for (PooledConnection connection : connections) {
            if (mover.isMoving(connection)) {
                shares.addPending();
            } else if (connection.doom() == null
                    && connection.getRemoteAddress() instanceof InetSocketAddress remote
                    && !remote.isUnresolved()
                    && !connection.peer().isProbe()) {
                shares.add(remote, connection);
            }
        }
        return shares;
    }

    private static boolean isGone(PooledConnection connection, AddressHistory history) {
        return connection.doom() == null
                && connection.getRemoteAddress() instanceof InetSocketAddress remote
                && !remote.isUnresolved()
                && history.isGone(remote);
    }
}
