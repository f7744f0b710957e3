package dev.weir.internal.dns;

import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An address from a record of the DNS. Other addresses of its name may be missing from the answer. Immutable. */
public final class RecordAddress extends TimedAddress {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an address.
     *
     * @param address the IP address
     * @param port the port to connect to
     * @param ttl for how long it counts; null if that is not known
     */
    public RecordAddress(InetAddress address, int port, @Nullable Duration ttl) {
        super(address, port, ttl);
    }
}
