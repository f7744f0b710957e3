package dev.weir.internal.pool;

import dev.weir.engine.RouteStats;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.keepalive.MaxRequestsLearner;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.pool.PoolStats;

/** Makes pictures of the pool's state. */
final class Snapshots {

    private Snapshots() {}

    static PoolSnapshot of(Routes routes, SegmentedPool<HttpRoute, ManagedHttpClientConnection> store, long nowNanos) {
        List<RouteSnapshot> all = routes.all().stream()
                .map(route -> full(route, store, nowNanos))
                .sorted(Comparator.comparing(RouteSnapshot::target))
                .toList();
        return new PoolSnapshot(
                routes.name(),
                store.getMaxTotal(),
                all.stream().mapToInt(RouteSnapshot::leased).sum(),
                all.stream().mapToInt(RouteSnapshot::idle).sum(),
                all.stream().mapToInt(RouteSnapshot::pending).sum(),
                all.stream().mapToInt(RouteSnapshot::dialing).sum(),
                all);
    }

    private static RouteSnapshot full(
            RouteState route, SegmentedPool<HttpRoute, ManagedHttpClientConnection> store, long nowNanos) {
        List<ConnectionSnapshot> connections = route.connections().stream()
                .sorted(Comparator.comparingLong(connection -> connection.openedNanos() - nowNanos))
                .map(connection -> connection(connection, nowNanos))
                .toList();
        return route(route, store.stats(route.route()), store.getMaxPerRoute(route.route()), connections);
    }

    /** Without the connections: cheap enough to go into every exception of a full pool. */
    static RouteSnapshot brief(RouteState route, RouteStats now) {
        return route(route, now, route.policy().maxConnections, List.of());
    }

    private static RouteSnapshot route(
            RouteState route, RouteStats now, int limit, List<ConnectionSnapshot> connections) {
        // Closed before opened, so that under load the difference never falls below what is open.
        Map<CloseCause, Long> closedBy = route.closedCounts();
        return new RouteSnapshot(
                route.target(),
                limit,
                now.leased(),
                now.idle(),
                route.pending.get(),
                now.dialing(),
                route.openedCount(),
                closedBy.values().stream().mapToLong(Long::longValue).sum(),
                closedBy,
                route.leaseCounts(),
                learned(route),
                connections,
                learnedMaxRequests(route));
    }

    private static Optional<Duration> learned(RouteState route) {
        long limitNanos = route.policy().learns ? route.learner().limitNanos() : KeepAliveLearner.NONE;
        return limitNanos == KeepAliveLearner.NONE ? Optional.empty() : Optional.of(Duration.ofNanos(limitNanos));
    }

    private static OptionalLong learnedMaxRequests(RouteState route) {
        long requests = route.policy().learns ? route.maxRequests().maxRequests() : MaxRequestsLearner.NONE;
        return requests == MaxRequestsLearner.NONE ? OptionalLong.empty() : OptionalLong.of(requests);
    }

    private static ConnectionSnapshot connection(PooledConnection connection, long nowNanos) {
        boolean idle = connection.isIdle();
        ProtocolVersion protocol = connection.getProtocolVersion();
        return new ConnectionSnapshot(
                connection.getId(),
                connection.getRemoteAddress(),
                idle ? ConnectionSnapshot.State.IDLE : ConnectionSnapshot.State.LEASED,
                since(connection.openedNanos(), nowNanos),
                idle ? since(connection.rest().sinceNanos(), nowNanos) : Duration.ZERO,
                connection.uses(),
                protocol == null ? "HTTP/1.1" : protocol.format(),
                Optional.ofNullable(connection.getSSLSession()).map(SSLSession::getProtocol),
                LeakWatch.bytesMoved(connection),
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
