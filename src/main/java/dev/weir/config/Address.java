package dev.weir.config;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where one of the servers behind a name listens, which share of the requests it gets, and for how long that counts.
 *
 * <p>Immutable and thread-safe.
 *
 * @see Addresses
 */
public final class Address {

    /** Default of {@link #weight()}: 1. */
    public static final int DEFAULT_WEIGHT = 1;

    /** The highest {@link #weight()}: 1,000. */
    public static final int MAX_WEIGHT = 1_000;

    private final InetSocketAddress socketAddress;
    private final int weight;
    private final @Nullable Duration ttl;

    private Address(InetSocketAddress socketAddress, int weight, @Nullable Duration ttl) {
        this.socketAddress = socketAddress;
        this.weight = weight;
        this.ttl = ttl;
    }

    /**
     * Returns an address of weight 1.
     *
     * @param socketAddress an IP address, and the port to connect to, which may be another one than that of the request
     * @return the address
     * @throws IllegalArgumentException if the address is unresolved, has the port 0, or is the unspecified address ({@code
     *     0.0.0.0}, {@code ::})
     */
    public static Address of(InetSocketAddress socketAddress) {
        Objects.requireNonNull(socketAddress, "socketAddress");
        if (socketAddress.isUnresolved()) {
            throw new IllegalArgumentException("an address must be resolved, but was " + socketAddress
                    + ": look the name up, for example by InetAddress.getByName");
        }
        if (socketAddress.getPort() == 0 || socketAddress.getAddress().isAnyLocalAddress()) {
            throw new IllegalArgumentException("an address must lead to a server, but was " + socketAddress
                    + ": 10.0.0.1 with port 8080 would do");
        }
        return new Address(socketAddress, DEFAULT_WEIGHT, null);
    }

    /**
     * Returns the same address with another weight. An address of weight 3 gets three times as many connections as one of
     * weight 1. To give an address no connections, leave it out.
     *
     * @param weight 1 to {@value #MAX_WEIGHT}; default 1
     * @return the address
     * @throws IllegalArgumentException if the weight is out of that range
     */
    public Address weight(int weight) {
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException("the weight of " + socketAddress + " must be 1 to " + MAX_WEIGHT
                    + ", but was " + weight + ": to give an address no connections, leave it out");
        }
        return new Address(socketAddress, weight, ttl);
    }

    /**
     * Returns the same address with a time for which it counts, such as the TTL of its record. The shortest of the
     * addresses of a list is that of the list, within {@code dns.minTtl} and {@code dns.ttl}. Without one, the list is used
     * for {@code dns.ttl}.
     *
     * @param ttl zero or more; default none
     * @return the address
     * @throws IllegalArgumentException if the time is negative
     */
    public Address ttl(Duration ttl) {
        if (Objects.requireNonNull(ttl, "ttl").isNegative()) {
            throw new IllegalArgumentException("the ttl of " + socketAddress + " must not be negative, but was "
                    + DurationText.of(ttl) + ": 0s would do");
        }
        return new Address(socketAddress, weight, ttl);
    }

    /**
     * Returns where the server listens.
     *
     * @return IP address and port
     */
    public InetSocketAddress socketAddress() {
        return socketAddress;
    }

    /**
     * Returns the share of this address among those of its name.
     *
     * @return 1 to {@value #MAX_WEIGHT}
     */
    public int weight() {
        return weight;
    }

    /**
     * Returns for how long this address counts.
     *
     * @return the time; empty if it is not known
     */
    public Optional<Duration> ttl() {
        return Optional.ofNullable(ttl);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address that
                && socketAddress.equals(that.socketAddress)
                && weight == that.weight
                && Objects.equals(ttl, that.ttl);
    }

    @Override
    public int hashCode() {
        return Objects.hash(socketAddress, weight, ttl);
    }

    /** Returns address, port, weight, and the time for which it counts, if that is known. */
    @Override
    public String toString() {
        String time = ttl == null ? "" : ", ttl " + DurationText.of(ttl);
        return socketAddress + " (weight " + weight + time + ")";
    }
}
