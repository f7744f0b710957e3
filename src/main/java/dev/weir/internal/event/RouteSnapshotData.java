package dev.weir.internal.event;

import dev.weir.event.AddressSnapshot;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RecentTraffic;
import dev.weir.event.RouteSnapshot;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** See {@link RouteSnapshot}. */
public record RouteSnapshotData(
        String target,
        int limit,
        int leased,
        int idle,
        int pending,
        int dialing,
        long opened,
        long closed,
        Map<CloseCause, Long> closedBy,
        Map<LeaseOutcome, Long> leases,
        Optional<Duration> learnedKeepAlive,
        List<ConnectionSnapshot> connections,
        OptionalLong learnedMaxRequests,
        RecentTraffic recent,
        Map<InetSocketAddress, Duration> ejected,
        int inFlight,
        int maxInFlight)
        implements RouteSnapshot {

    public RouteSnapshotData {
        closedBy = Map.copyOf(closedBy);
        leases = Map.copyOf(leases);
        connections = List.copyOf(connections);
        ejected = Map.copyOf(ejected);
    }

    @Override
    public List<AddressSnapshot> addresses() {
        return AddressSnapshotData.of(connections, ejected);
    }
}
