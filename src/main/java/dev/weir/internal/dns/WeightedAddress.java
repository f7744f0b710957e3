package dev.weir.internal.dns;

import dev.weir.config.Address;
import java.net.InetSocketAddress;
import java.util.Collection;

/**
 * An address that was given with a weight. It can be used like any other, and equals one without a weight. Immutable.
 */
public final class WeightedAddress extends TimedAddress {

    private static final long serialVersionUID = 1L;

    private final int weight;

    /**
     * Creates an address.
     *
     * @param given where it leads, and its weight
     */
    public WeightedAddress(Address given) {
        super(
                given.socketAddress().getAddress(),
                given.socketAddress().getPort(),
                given.ttl().orElse(null));
        this.weight = given.weight();
    }

    /**
     * Returns the share of an address among those of its name.
     *
     * @param address any address
     * @return its weight; 1 for an address without one
     */
    public static int weight(InetSocketAddress address) {
        return address instanceof WeightedAddress weighted ? weighted.weight : Address.DEFAULT_WEIGHT;
    }

    /** Returns whether a source gave the addresses that knows all of a name; the DNS may not. */
    static boolean areAll(Collection<InetSocketAddress> addresses) {
        return !addresses.isEmpty() && addresses.stream().allMatch(WeightedAddress.class::isInstance);
    }
}
