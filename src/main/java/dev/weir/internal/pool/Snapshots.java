package dev.weir.internal.pool;

import dev.weir.engine.Segment;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.keepalive.KeepAliveLearner;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.hc.core5.http.ProtocolVersion;

/** Makes snapshots of the pool. */
final class Snapshots {

    private Snapshots() {}

    static PoolSnapshot of(Routes routes, SegmentedPool<RouteState> store, long nowNanos) {
        List<RouteSnapshot> listed = routes.shown().stream()
                .map(route -> full(route, nowNanos))
                .sorted(Comparator.comparing(RouteSnapshot::target))
                .toList();
        return new PoolSnapshot(
                routes.name(),
                store.maxTotal(),
                sum(listed, RouteSnapshot::leased),
                sum(listed, RouteSnapshot::idle),
                sum(listed, RouteSnapshot::pending),
                sum(listed, RouteSnapshot::dialing),
                listed);
    }

    private static <T> int sum(List<T> parts, ToIntFunction<T> level) {
        return parts.stream().mapToInt(level).sum();
    }

    private static RouteSnapshot full(RouteState route, long nowNanos) {
        List<ConnectionSnapshot> connections = route.open().stream()
                .sorted(Comparator.comparingLong(connection -> connection.openedNanos - nowNanos))
                .map(connection -> connection(connection, nowNanos))
                .toList();
        return route(route, route.stats(), connections);
    }

    /** Without the connections: cheap enough for every exception of a full pool. */
    static RouteSnapshot brief(RouteState route) {
        return route(route, route.stats(), List.of());
    }

    private static RouteSnapshot route(RouteState route, Segment.Stats now, List<ConnectionSnapshot> connections) {
        // Closed before opened, so that under load the difference never falls below what is open.
        Map<CloseCause, Long> closedBy = route.traffic.closedCounts();
        return new RouteSnapshot(
                route.target,
                route.limits().maxEntries(),
                now.leased(),
                now.idle(),
                now.pending(),
                now.dialing(),
                route.openedCount(),
                closedBy.values().stream().mapToLong(Long::longValue).sum(),
                closedBy,
                route.traffic.leaseCounts(),
                learned(route),
                connections,
                now.inFlight(),
                route.limits().maxInFlight() == Integer.MAX_VALUE
                        ? 0
                        : route.limits().maxInFlight());
    }

    private static Optional<Duration> learned(RouteState route) {
        long limitNanos = route.policy.learns ? route.learned.limitNanos() : KeepAliveLearner.NONE;
        return limitNanos == KeepAliveLearner.NONE ? Optional.empty() : Optional.of(Duration.ofNanos(limitNanos));
    }

    private static ConnectionSnapshot connection(PooledConnection connection, long nowNanos) {
        boolean idle = connection.isIdle();
        ProtocolVersion protocol = connection.own().getProtocolVersion();
        return new ConnectionSnapshot(
                connection.getId(),
                connection.own().getRemoteAddress(),
                idle ? ConnectionSnapshot.State.IDLE : ConnectionSnapshot.State.LEASED,
                since(connection.openedNanos, nowNanos),
                idle ? since(connection.idleSinceNanos, nowNanos) : Duration.ZERO,
                connection.uses(),
                protocol == null ? "HTTP/1.1" : protocol.format());
    }

    private static Duration since(long thenNanos, long nowNanos) {
        return Duration.ofNanos(Math.max(0, nowNanos - thenNanos));
    }
}
