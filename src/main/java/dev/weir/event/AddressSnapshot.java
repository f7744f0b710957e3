package dev.weir.event;

import java.net.SocketAddress;

/**
 * The open connections of a route to one address at the moment of the snapshot. Immutable.
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
}
