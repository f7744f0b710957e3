package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * One address of a route, with the open connections to it, at the moment of the snapshot. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface AddressSnapshot {

    /** {@return the address that they lead to (that of the proxy, where there is one)} */
    SocketAddress address();

    /** {@return connections held by callers} */
    int leased();

    /** {@return connections waiting for their next use} */
    int idle();

    /**
     * {@return for how long it takes no requests because it is ejected; zero if one request is to try it; empty if it is not
     * ejected}
     */
    Optional<Duration> ejectedFor();
}
