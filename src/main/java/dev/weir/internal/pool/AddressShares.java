package dev.weir.internal.pool;

import dev.weir.internal.dns.WeightedAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the connections of a host are spread over its addresses at one moment, and how they should be by the weights of these.
 * Opens and closes nothing; not thread-safe.
 */
final class AddressShares<C> {

    private final Map<InetSocketAddress, Present<C>> present = new HashMap<>();
    private int pending;

    /** Creates it with a count of zero for each address. */
    AddressShares(Collection<InetSocketAddress> addresses) {
        addresses.forEach(address -> present.put(address, new Present<>(WeightedAddress.weight(address))));
    }

    /** Counts a connection that may stay; those to other addresses count for nothing. */
    void add(InetSocketAddress address, C connection) {
        Present<C> others = present.get(address);
        if (others != null) {
            others.connections.add(connection);
        }
    }

    /** Counts a connection that leaves its address for another one, not yet known. */
    void addPending() {
        pending++;
    }

    /** Returns how many leave their addresses for others. */
    int pending() {
        return pending;
    }

    int addresses() {
        return present.size();
    }

    /** Returns the addresses that are to have connections, and have none. */
    Set<InetSocketAddress> vacant() {
        share();
        return present.entrySet().stream()
                .filter(entry -> entry.getValue().isVacant())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the addresses that have no connection, whatever their shares are. */
    Set<InetSocketAddress> unused() {
        return present.entrySet().stream()
                .filter(entry -> entry.getValue().connections.isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns those that are too many at their addresses: without them, none has more than its share. */
    List<C> surplus() {
        share();
        return present.values().stream()
                .sorted(Comparator.comparing(Present::size, Comparator.reverseOrder()))
                .flatMap(each -> each.surplus().stream())
                .toList();
    }

    // As connections open: each at the address that has the fewest for its weight then. Where several have as few, the
    // one with the most keeps a connection, so that no more move than need to.
    private void share() {
        PriorityQueue<Present<C>> next = new PriorityQueue<>(Present.fewestFirst());
        int total = pending;
        for (Present<C> each : present.values()) {
            each.share = 0;
            next.add(each);
            total += each.size();
        }
        for (int i = 0; i < total && !next.isEmpty(); i++) {
            Present<C> fewest = next.remove();
            fewest.share++;
            next.add(fewest);
        }
    }

    /** What one address has, and should have. */
    private static final class Present<C> {

        private final List<C> connections = new ArrayList<>();
        private final int weight;
        private int share;

        Present(int weight) {
            this.weight = weight;
        }

        static <C> Comparator<Present<C>> fewestFirst() {
            Comparator<Present<C>> byShare =
                    (one, other) -> Long.compare((one.share + 1L) * other.weight, (other.share + 1L) * one.weight);
            return byShare.thenComparing(Present::size, Comparator.reverseOrder());
        }

        int size() {
            return connections.size();
        }

        boolean isVacant() {
            return connections.isEmpty() && share > 0;
        }

        List<C> surplus() {
            return connections.subList(Math.min(share, connections.size()), connections.size());
        }
    }
}
