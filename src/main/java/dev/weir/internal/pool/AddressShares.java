package dev.weir.internal.pool;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the connections of a host are spread over its addresses at one moment. It opens and closes nothing. Not thread-safe.
 */
final class AddressShares<C> {

    private final Map<InetAddress, List<C>> connections = new HashMap<>();
    private int pending;

    /** Creates it with a count of zero for each address. */
    AddressShares(Set<InetAddress> addresses) {
        addresses.forEach(address -> connections.put(address, new ArrayList<>()));
    }

    /** Counts a connection that may stay; those to other addresses count for nothing. */
    void add(InetAddress address, C connection) {
        List<C> others = connections.get(address);
        if (others != null) {
            others.add(connection);
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
        return connections.size();
    }

    /** Returns the addresses without any connection. */
    Set<InetAddress> vacant() {
        return connections.entrySet().stream()
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the excess connections: without them, no two addresses differ by more than one. */
    List<C> surplus() {
        List<List<C>> mostFirst = new ArrayList<>(connections.values());
        mostFirst.sort(Comparator.comparing(List::size, Comparator.reverseOrder()));
        int total = pending + mostFirst.stream().mapToInt(List::size).sum();
        List<C> surplus = new ArrayList<>();
        for (int i = 0; i < mostFirst.size(); i++) {
            List<C> present = mostFirst.get(i);
            int share = (total + mostFirst.size() - 1 - i) / mostFirst.size();
            surplus.addAll(present.subList(Math.min(share, present.size()), present.size()));
        }
        return surplus;
    }
}
