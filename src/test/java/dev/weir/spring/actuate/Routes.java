package dev.weir.spring.actuate;

import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.event.RouteFixture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Routes for tests. */
final class Routes {

    private Routes() {}

    static RouteSnapshot leased(String target, int leased) {
        return of(target, leased, Map.of(), Map.of(), List.of());
    }

    static RouteSnapshot counting(Map<CloseCause, Long> closedBy, Map<LeaseOutcome, Long> leases) {
        return of("https://recs:8443", 0, closedBy, leases, List.of());
    }

    static RouteSnapshot withConnections(int connections) {
        List<ConnectionSnapshot> open =
                IntStream.range(0, connections).mapToObj(Routes::connection).toList();
        return of("https://recs:8443", connections, Map.of(), Map.of(), open);
    }

    private static RouteSnapshot of(
            String target,
            int leased,
            Map<CloseCause, Long> closedBy,
            Map<LeaseOutcome, Long> leases,
            List<ConnectionSnapshot> connections) {
        long closed = closedBy.values().stream().mapToLong(Long::longValue).sum();
        return RouteFixture.of(target)
                .now(leased, 0, 0, 0)
                .soFar(closed + connections.size(), closed)
                .counts(closedBy, leases)
                .learned(Optional.of(Duration.ofSeconds(7)), OptionalLong.of(100))
                .connections(connections)
                .snapshot();
    }

    static ConnectionSnapshot connection(int number) {
        return connection(number, 8443);
    }

    private static ConnectionSnapshot connection(int number, int port) {
        return new ConnectionSnapshot(
                "http-outgoing-" + number,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                ConnectionSnapshot.State.LEASED,
                Duration.ofSeconds(3),
                Duration.ZERO,
                5,
                "HTTP/1.1",
                Optional.of("TLSv1.3"),
                0,
                false);
    }
}
