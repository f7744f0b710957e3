package dev.weir.internal.event;

import dev.weir.event.AddressSnapshot;
import dev.weir.event.ConnectionSnapshot;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** See {@link AddressSnapshot}. */
public record AddressSnapshotData(SocketAddress address, int leased, int idle, Optional<Duration> ejectedFor)
        implements AddressSnapshot {

    private static final Comparator<AddressSnapshot> MOST_FIRST =
            Comparator.comparingInt(address -> -address.leased() - address.idle());

    /**
     * Counts connections by their addresses; those that closed meanwhile have none. Includes ejected addresses without
     * connections.
     */
    static List<AddressSnapshot> of(
            List<ConnectionSnapshot> connections, Map<? extends SocketAddress, Duration> ejected) {
        Map<SocketAddress, AddressSnapshotData> counts = new LinkedHashMap<>();
        for (ConnectionSnapshot connection : connections) {
            SocketAddress address = connection.remoteAddress();
            if (address != null) {
                counts.merge(address, one(address, connection.state()), AddressSnapshotData::plus);
            }
        }
        ejected.forEach((address, left) -> counts.merge(address, ejected(address, left), AddressSnapshotData::plus));
        List<AddressSnapshot> addresses = new ArrayList<>(counts.values());
        addresses.sort(MOST_FIRST);
        return List.copyOf(addresses);
    }

    private static AddressSnapshotData one(SocketAddress address, ConnectionSnapshot.State state) {
        boolean isIdle = state == ConnectionSnapshot.State.IDLE;
        return new AddressSnapshotData(address, isIdle ? 0 : 1, isIdle ? 1 : 0, Optional.empty());
    }

    private static AddressSnapshotData ejected(SocketAddress address, Duration left) {
        return new AddressSnapshotData(address, 0, 0, Optional.of(left));
    }

    private AddressSnapshotData plus(AddressSnapshotData other) {
        return new AddressSnapshotData(
                address, leased + other.leased, idle + other.idle, ejectedFor.or(other::ejectedFor));
    }
}
