package dev.weir.internal.pool;

import dev.weir.engine.RouteStats;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RecentTraffic;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.diagnosis.LeakFigures;
import dev.weir.internal.event.ConnectionSnapshotData;
import dev.weir.internal.event.PoolSnapshotData;
import dev.weir.internal.event.RecentTrafficData;
import dev.weir.internal.event.RouteSnapshotData;
import dev.weir.internal.event.RouteTotalsData;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.keepalive.MaxRequestsLearner;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.pool.PoolStats;

/** Makes snapshots of the pool. */
final class Snapshots {

    private Snapshots() {}

    /** Shows the busiest routes, and the totals of the others. */
    static PoolSnapshot of(
            Routes routes,
            SegmentedPool<HttpRoute, ManagedHttpClientConnection> store,
            boolean isOpen,
            long nowNanos,
            int most) {
        List<RouteState> known = busiestFirst(routes.shown(), most, nowNanos);
        List<RouteState> left = known.subList(Math.min(most, known.size()), known.size());
        List<RouteSnapshot> listed = known.stream()
                .limit(most)
                .map(route -> full(route, store, nowNanos))
                .sorted(Comparator.comparing(RouteSnapshot::target))
                .toList();
        List<RouteStats> levels = left.stream()
                .filter(route -> store.isUsed(route.route()))
                .map(route -> store.stats(route.route()))
                .toList();
        return new PoolSnapshotData(
                routes.name(),
                isOpen,
                store.getMaxTotal(),
                sum(listed, RouteSnapshot::leased) + sum(levels, RouteStats::leased),
                sum(listed, RouteSnapshot::idle) + sum(levels, RouteStats::idle),
                sum(listed, RouteSnapshot::pending) + sum(left, route -> route.pending.get()),
                sum(listed, RouteSnapshot::dialing) + sum(levels, RouteStats::dialing),
                listed,
                left.size(),
                left.stream().map(Snapshots::totals).reduce(routes.forgotten(), RouteTotalsData::plus),
                sum(listed, RouteSnapshot::inFlight) + sum(levels, RouteStats::inFlight),
                routes.config().maxInFlight());
    }

    private static <T> int sum(List<T> parts, ToIntFunction<T> level) {
        return parts.stream().mapToInt(level).sum();
    }

    private static List<RouteState> busiestFirst(Collection<RouteState> routes, int most, long nowNanos) {
        if (routes.size() <= most) {
            return List.copyOf(routes);
        }
        return routes.stream()
                .map(route -> Rank.of(route, nowNanos))
                .sorted(Rank.BUSIEST_FIRST)
                .map(Rank::route)
                .toList();
    }

    /** The sort key of routes, read once, because it changes meanwhile. */
    private record Rank(RouteState route, int pending, int leased, int idle, long askedAgoNanos) {

        static final Comparator<Rank> BUSIEST_FIRST = Comparator.comparingInt(Rank::pending)
                .thenComparingInt(Rank::leased)
                .thenComparingInt(Rank::idle)
                .reversed()
                .thenComparingLong(Rank::askedAgoNanos);

        static Rank of(RouteState route, long nowNanos) {
            return new Rank(
                    route,
                    route.pending.get(),
                    route.leased.get(),
                    route.idle.get(),
                    nowNanos - route.lastAskedNanos());
        }
    }

    /** Returns the totals of a route. */
    static RouteTotalsData totals(RouteState route) {
        Map<CloseCause, Long> closedBy = route.traffic().closedCounts();
        long closed = closedBy.values().stream().mapToLong(Long::longValue).sum();
        return new RouteTotalsData(
                1, route.openedCount(), closed, closedBy, route.traffic().leaseCounts());
    }

    private static RouteSnapshot full(
            RouteState route, SegmentedPool<HttpRoute, ManagedHttpClientConnection> store, long nowNanos) {
        List<ConnectionSnapshot> connections = route.connections().stream()
                .sorted(Comparator.comparingLong(connection -> connection.openedNanos() - nowNanos))
                .map(connection -> connection(connection, nowNanos))
                .toList();
        return route(
                route,
                store.stats(route.route()),
                store.getMaxPerRoute(route.route()),
                connections,
                recent(route, nowNanos));
    }

    /** Without the connections: cheap enough for every exception of a full pool. */
    static RouteSnapshot brief(RouteState route, RouteStats now) {
        return route(route, now, route.policy().maxConnections, List.of(), RecentTrafficData.NONE);
    }

    private static RouteSnapshot route(
            RouteState route, RouteStats now, int limit, List<ConnectionSnapshot> connections, RecentTraffic recent) {
        // Closed before opened, so that under load the difference never falls below what is open.
        Map<CloseCause, Long> closedBy = route.traffic().closedCounts();
        return new RouteSnapshotData(
                route.target(),
                limit,
                now.leased(),
                now.idle(),
                route.pending.get(),
                now.dialing(),
                route.openedCount(),
                closedBy.values().stream().mapToLong(Long::longValue).sum(),
                closedBy,
                route.traffic().leaseCounts(),
                learned(route),
                connections,
                learnedMaxRequests(route),
                recent,
                route.ejected(),
                now.inFlight(),
                route.policy().maxInFlight);
    }

    private static RecentTraffic recent(RouteState route, long nowNanos) {
        LeakFigures leaks = route.leaked(nowNanos);
        if (!route.traffic().isActive() && !leaks.areAny()) {
            return RecentTrafficData.NONE;
        }
        Traffic traffic = route.traffic().recent(nowNanos);
        return new RecentTrafficData(
                traffic.span(),
                traffic.totalLeases(),
                traffic.failures(),
                traffic.queued(0.99),
                traffic.held().mean(),
                traffic.peakInUse(),
                leaks.held(),
                leaks.takenBack());
    }

    private static Optional<Duration> learned(RouteState route) {
        long limitNanos = route.policy().learns ? route.learnedIdleNanos() : KeepAliveLearner.NONE;
        return limitNanos == KeepAliveLearner.NONE ? Optional.empty() : Optional.of(Duration.ofNanos(limitNanos));
    }

    private static OptionalLong learnedMaxRequests(RouteState route) {
        long requests = route.policy().learns ? route.learnedMaxRequests() : MaxRequestsLearner.NONE;
        return requests == MaxRequestsLearner.NONE ? OptionalLong.empty() : OptionalLong.of(requests);
    }

    private static ConnectionSnapshot connection(PooledConnection connection, long nowNanos) {
        boolean idle = connection.isIdle();
        ProtocolVersion protocol = connection.getProtocolVersion();
        return new ConnectionSnapshotData(
                connection.getId(),
                connection.getRemoteAddress(),
                idle ? ConnectionSnapshot.State.IDLE : ConnectionSnapshot.State.LEASED,
                since(connection.openedNanos(), nowNanos),
                idle ? since(connection.idleState().sinceNanos(), nowNanos) : Duration.ZERO,
                connection.uses(),
                protocol == null ? "HTTP/1.1" : protocol.format(),
                Optional.ofNullable(connection.getSSLSession()).map(SSLSession::getProtocol),
                connection.bytesMoved(),
                connection.isExchanging());
    }

    private static Duration since(long thenNanos, long nowNanos) {
        return Duration.ofNanos(Math.max(0, nowNanos - thenNanos));
    }

    static String totals(PoolStats now, int pending) {
        return now.getLeased() + " leased and " + now.getAvailable() + " idle of " + now.getMax() + ", " + pending
                + " pending";
    }
}
