package dev.weir.internal.dns;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An address with the time for which it counts. It can be used like any other address, and equals one whose time is
 * unknown. Immutable.
 */
public abstract sealed class TimedAddress extends InetSocketAddress permits RecordAddress, WeightedAddress {

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration ttl;

    TimedAddress(InetAddress address, int port, @Nullable Duration ttl) {
        super(address, port);
        this.ttl = ttl;
    }

    /** Returns for how long an answer counts: the shortest time of any of its addresses; null if none has one. */
    static @Nullable Duration ttl(Collection<InetSocketAddress> answer) {
        return answer.stream()
                .filter(TimedAddress.class::isInstance)
                .map(address -> ((TimedAddress) address).ttl)
                .filter(Objects::nonNull)
                .min(Duration::compareTo)
                .orElse(null);
    }
}
