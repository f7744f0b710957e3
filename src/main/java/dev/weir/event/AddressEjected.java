package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;

/**
 * An address of a host takes no requests for a while, because it failed while other addresses worked. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface AddressEjected {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return the address (that of the proxy, where there is one)} */
    SocketAddress address();

    /** {@return what the last of its failures was} */
    EjectionReason reason();

    /**
     * {@return how many failures there were in a row; one if the address was ejected before, and failed when it was tried
     * again}
     */
    int failures();

    /** {@return for how long it takes no requests} */
    Duration time();
}
