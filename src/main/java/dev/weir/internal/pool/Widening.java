package dev.weir.internal.pool;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides when a host gets a further connection although exchanges could share those that it has, as with HTTP/2: while an
 * address that an answer of the DNS has brought is without one, and more exchanges are under way than there are connections.
 * So they do not all stay at the servers that were there first. Each such address costs one attempt per answer.
 *
 * <p>Not thread-safe.
 */
final class Widening {

    private Set<InetSocketAddress> known = Set.of();
    private Set<InetSocketAddress> came = Set.of();
    private int attemptsLeft;

    /**
     * Notes a new answer.
     *
     * @param addresses those that connections are to spread over; none if they are changing parts of a larger set
     * @param before all of the lookup before, which may be from before this existed
     */
    void answered(Set<InetSocketAddress> addresses, Set<InetSocketAddress> before) {
        if (addresses.isEmpty()) {
            return;
        }
        known = known.isEmpty() ? before : known;
        Set<InetSocketAddress> next = new HashSet<>(addresses);
        next.removeIf(address -> known.isEmpty() || (known.contains(address) && !came.contains(address)));
        came = next;
        known = addresses;
        attemptsLeft = next.size();
    }

    /** Tells whether an address may still get one. */
    boolean isWaiting() {
        return attemptsLeft > 0 && !came.isEmpty();
    }

    /**
     * Tells whether to open a connection.
     *
     * @param without the addresses that take connections, and have none
     * @param connections how many connections there are
     * @param exchanges how many exchanges are under way on them
     */
    boolean isDue(Set<InetSocketAddress> without, int connections, int exchanges) {
        came.retainAll(without);
        return isWaiting() && exchanges > connections;
    }

    /** A connection is being opened. */
    void tried() {
        attemptsLeft--;
    }
}
