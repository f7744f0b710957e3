package dev.weir.internal.dns;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the answers for one name say about an address: it is gone when two answers in a row lack it. Time is counted in
 * answers.
 *
 * <p>Some names are answered with changing parts of a larger set, and there a missing address means little. A name counts as
 * one of these while its last two answers each have an address that the other lacks, or while addresses keep coming back.
 * Then an address is gone only when {@value #MEMORY} answers in a row lack it, and three times as many as lacked any address
 * that came back. So a service that moves is followed as soon as its answer stays the same twice, and a set that rotates
 * loses nothing, however large it is.
 *
 * <p>Immutable.
 *
 * @param last the last answer
 * @param before the one before
 * @param answers how many there were
 * @param lastSeen the number of the last answer with an address, for at most {@value #MAX_ADDRESSES} addresses
 * @param returns how many answers brought back an address that the one before had lacked
 * @param lastReturn the number of the last of these answers
 * @param longestAbsence how many answers in a row lacked an address that came back, at most
 */
record AddressHistory(
        Set<InetSocketAddress> last,
        Set<InetSocketAddress> before,
        long answers,
        Map<InetSocketAddress, Long> lastSeen,
        int returns,
        long lastReturn,
        long longestAbsence) {

    /** The history of a name of which nothing is known. */
    static final AddressHistory NONE = new AddressHistory(Set.of(), Set.of(), 0, Map.of(), 0, 0, 0);

    static final int MEMORY = 8;

    private static final int USUAL_PATIENCE = 2;
    private static final int MAX_ADDRESSES = 1_000;
    // A service that moves away and back brings addresses back once or twice.
    private static final int ROTATING_FROM = 3;
    // A name that has not rotated for this long, and for some of its own rounds, no longer rotates.
    private static final long SHORTEST_MEMORY = 32;
    private static final long ROUNDS_REMEMBERED = 4;

    /** Returns the history with one more answer; an answer that leaves the name to a SOCKS proxy ends it. */
    AddressHistory plus(List<InetSocketAddress> answer) {
        boolean isForgotten = answers - lastReturn > Math.max(SHORTEST_MEMORY, ROUNDS_REMEMBERED * longestAbsence);
        long absence = 0;
        for (InetSocketAddress address : answer) {
            if (address.isUnresolved()) {
                return NONE;
            }
            absence = Math.max(absence, lastSeen.containsKey(address) ? absence(address) : 0);
        }
        return new AddressHistory(
                Set.copyOf(answer),
                last,
                answers + 1,
                seen(answer),
                (isForgotten ? 0 : returns) + (absence > 0 ? 1 : 0),
                absence > 0 ? answers + 1 : lastReturn,
                Math.max(isForgotten ? 0 : longestAbsence, absence));
    }

    private Map<InetSocketAddress, Long> seen(Collection<InetSocketAddress> answer) {
        Map<InetSocketAddress, Long> seen = new HashMap<>(lastSeen);
        for (InetSocketAddress address : answer) {
            seen.put(address, answers + 1);
        }
        if (seen.size() > MAX_ADDRESSES) {
            seen.keySet().retainAll(answer);
        }
        return Map.copyOf(seen);
    }

    // How many answers in a row lack an address, up to the last.
    private long absence(InetSocketAddress address) {
        return answers - lastSeen.getOrDefault(address, 0L);
    }

    /** Tells whether so many answers in a row lack an address that it is no longer the name's. */
    boolean isGone(InetSocketAddress address) {
        // If addresses are only added, or only removed, nothing has moved.
        boolean hasMoved = !last.containsAll(before) && !before.containsAll(last);
        boolean isChanging = hasMoved || returns >= ROTATING_FROM;
        return absence(address) >= (isChanging ? Math.max(MEMORY, 3 * longestAbsence) : USUAL_PATIENCE);
    }
}
