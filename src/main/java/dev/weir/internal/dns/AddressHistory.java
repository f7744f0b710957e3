package dev.weir.internal.dns;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The last answers for one name, and what they say of an address: it is gone when it is missing from two in a row.
 *
 * <p>Some names are answered with changing parts of a larger set, and there a missing address means little. A name is
 * taken for one of these while its last two answers each have an address that the other lacks, or while addresses keep
 * coming back; then an address is gone only when it is missing from all answers remembered. So a service that moves is
 * followed as soon as its answer stays the same twice, and a set that rotates within that many answers loses nothing.
 *
 * <p>Immutable.
 *
 * @param answers the last of them first, at most {@value #MEMORY}
 */
public record AddressHistory(List<Set<InetAddress>> answers) {

    /** The history of a name that nothing is known of. */
    public static final AddressHistory NONE = new AddressHistory(List.of());

    static final int MEMORY = 8;

    private static final int USUAL_PATIENCE = 2;
    // A service that moves there and back brings addresses back once or twice within the memory.
    private static final int ROTATING_FROM = 3;

    /** Returns the history with one more answer; an answer that leaves the name to a SOCKS proxy ends it. */
    AddressHistory plus(List<InetSocketAddress> answer) {
        if (answer.stream().anyMatch(InetSocketAddress::isUnresolved)) {
            return NONE;
        }
        List<Set<InetAddress>> next = new ArrayList<>(MEMORY);
        next.add(answer.stream().map(InetSocketAddress::getAddress).collect(Collectors.toUnmodifiableSet()));
        next.addAll(answers.subList(0, Math.min(answers.size(), MEMORY - 1)));
        return new AddressHistory(List.copyOf(next));
    }

    /**
     * Tells whether an address is no longer one of the name's.
     *
     * @param address the address
     * @return whether so many answers in a row lack it; false while too few are known
     */
    public boolean isGone(InetAddress address) {
        int seen = lastSeen(address);
        return seen >= USUAL_PATIENCE && seen >= patience();
    }

    /** How many answers have passed since it was in one. */
    private int lastSeen(InetAddress address) {
        int age = 0;
        while (age < answers.size() && !answers.get(age).contains(address)) {
            age++;
        }
        return age;
    }

    private int patience() {
        return hasMoved() || returns() >= ROTATING_FROM ? MEMORY : USUAL_PATIENCE;
    }

    /** Growing or shrinking alone is no move. */
    private boolean hasMoved() {
        Set<InetAddress> last = answers.get(0);
        Set<InetAddress> before = answers.get(1);
        return !last.containsAll(before) && !before.containsAll(last);
    }

    /** How many answers brought an address back that the one before it lacked and an earlier one had. */
    private int returns() {
        int returns = 0;
        Set<InetAddress> earlier = new HashSet<>();
        for (int age = answers.size() - 1; age > 0; age--) {
            Set<InetAddress> before = answers.get(age);
            earlier.addAll(before);
            if (answers.get(age - 1).stream()
                    .anyMatch(address -> earlier.contains(address) && !before.contains(address))) {
                returns++;
            }
        }
        return returns;
    }
}
