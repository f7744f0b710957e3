package dev.weir.internal.dns;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * When each address of a name was last in an answer, and how long addresses that came back were missing. Time is counted in
 * answers. Immutable.
 *
 * @param answers how many answers there were
 * @param lastSeen the number of the last answer with an address, for at most {@value #MAX_ADDRESSES} addresses
 * @param returns how many answers brought back an address that the one before had lacked
 * @param lastReturn the number of the last of these answers
 * @param longestAbsence how many answers in a row lacked an address that came back, at most
 */
record Sightings(
        long answers, Map<InetSocketAddress, Long> lastSeen, int returns, long lastReturn, long longestAbsence) {

    static final Sightings NONE = new Sightings(0, Map.of(), 0, 0, 0);

    private static final int MAX_ADDRESSES = 1_000;
    // A service that moves away and back brings addresses back once or twice.
    private static final int ROTATING_FROM = 3;
    // A name that has not rotated for this long, and for some of its own rounds, no longer rotates.
    private static final long SHORTEST_MEMORY = 32;
    private static final long ROUNDS_REMEMBERED = 4;

    Sightings plus(Set<InetSocketAddress> answer) {
        boolean isForgotten = answers - lastReturn > Math.max(SHORTEST_MEMORY, ROUNDS_REMEMBERED * longestAbsence);
        long number = answers + 1;
        long absence = 0;
        for (InetSocketAddress address : answer) {
            absence = Math.max(absence, lastSeen.containsKey(address) ? absence(address) : 0);
        }
        boolean isReturn = absence > 0;
        int returnsBefore = isForgotten ? 0 : returns;
        return new Sightings(
                number,
                seen(answer, number),
                isReturn ? returnsBefore + 1 : returnsBefore,
                isReturn ? number : lastReturn,
                Math.max(isForgotten ? 0 : longestAbsence, absence));
    }

    private Map<InetSocketAddress, Long> seen(Set<InetSocketAddress> answer, long number) {
        Map<InetSocketAddress, Long> seen = new HashMap<>(lastSeen);
        for (InetSocketAddress address : answer) {
            seen.put(address, number);
        }
        if (seen.size() > MAX_ADDRESSES) {
            seen.keySet().retainAll(answer);
        }
        return Map.copyOf(seen);
    }

    /** Returns how many answers in a row lack an address, up to the last. */
    long absence(InetSocketAddress address) {
        return answers - lastSeen.getOrDefault(address, 0L);
    }

    /** Returns whether the answers are changing parts of a larger set. */
    boolean isRotating() {
        return returns >= ROTATING_FROM;
    }
}
