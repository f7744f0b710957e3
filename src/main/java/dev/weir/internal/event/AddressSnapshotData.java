package dev.weir.internal.event;

import dev.weir.event.AddressSnapshot;
import dev.weir.event.ConnectionSnapshot;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** See {@link AddressSnapshot}. */
public record AddressSnapshotData(SocketAddress address, int leased, int idle) implements AddressSnapshot {

    private static final Comparator<AddressSnapshot> MOST_FIRST =
            Comparator.comparingInt(address -> -address.leased() - address.idle());

    /** Counts connections by their addresses; those that closed meanwhile have none. */
    static List<AddressSnapshot> of(List<ConnectionSnapshot> connections) {
        Map<SocketAddress, AddressSnapshotData> counts = new LinkedHashMap<>();
        for (ConnectionSnapshot connection : connections) {
            SocketAddress address = connection.remoteAddress();
            if (address != null) {
                counts.merge(address, one(address, connection.state()), AddressSnapshotData::plus);
            }
        }
        List<AddressSnapshot> addresses = new ArrayList<>(counts.values());
        addresses.sort(MOST_FIRST);
        return List.copyOf(addresses);
    }

    private static AddressSnapshotData one(SocketAddress address, ConnectionSnapshot.State state) {
        boolean isIdle = state == ConnectionSnapshot.State.IDLE;
        return new AddressSnapshotData(address, isIdle ? 0 : 1, isIdle ? 1 : 0);
    }

    private AddressSnapshotData plus(AddressSnapshotData other) {
        return new AddressSnapshotData(address, leased + other.leased, idle + other.idle);
    }
}
