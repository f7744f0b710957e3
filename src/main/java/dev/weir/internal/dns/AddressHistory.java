package dev.weir.internal.dns;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the answers for one name say about an address: it is gone when two answers in a row lack it.
 *
 * <p>Some names are answered with changing parts of a larger set, and there a missing address means little. A name counts as
 * one of these while its last two answers each have an address that the other lacks, or while addresses keep coming back.
 * Then an address is gone only when {@value #MEMORY} answers in a row lack it, and three times as many as lacked any address
 * that came back. So a service that moves is followed as soon as its answer stays the same twice, and a set that rotates
 * loses nothing, however large it is.
 *
 * <p>Immutable.
 *
 * @param last the last answer, in the order of the resolver
 * @param before the one before
 * @param sightings what all of them say
 */
public record AddressHistory(Set<InetSocketAddress> last, Set<InetSocketAddress> before, Sightings sightings) {

    /** The history of a name of which nothing is known. */
    public static final AddressHistory NONE = new AddressHistory(Set.of(), Set.of(), Sightings.NONE);

    static final int MEMORY = 8;

    private static final int USUAL_PATIENCE = 2;

    /** Returns the history with one more answer; an answer that leaves the name to a SOCKS proxy ends it. */
    AddressHistory plus(List<InetSocketAddress> answer) {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>();
        for (InetSocketAddress address : answer) {
            if (address.isUnresolved()) {
                return NONE;
            }
            addresses.add(address);
        }
        return new AddressHistory(Collections.unmodifiableSet(addresses), last, sightings.plus(addresses));
    }

    /**
     * Tells whether an address is no longer one of the name's.
     *
     * @param address the address
     * @return whether so many answers in a row lack it; false while too few are known
     */
    public boolean isGone(InetSocketAddress address) {
        return sightings.absence(address) >= patience();
    }

    private long patience() {
        return isChanging() ? Math.max(MEMORY, 3 * sightings.longestAbsence()) : USUAL_PATIENCE;
    }

    private boolean isChanging() {
        return hasMoved() || sightings.isRotating();
    }

    /** If addresses are only added, or only removed, nothing has moved. */
    private boolean hasMoved() {
        return !last.containsAll(before) && !before.containsAll(last);
    }
}
