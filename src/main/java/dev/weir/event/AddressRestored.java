package dev.weir.event;

import java.net.SocketAddress;

/**
 * An address that was ejected takes requests again, because a request to it has succeeded. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface AddressRestored {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return the address (that of the proxy, where there is one)} */
    SocketAddress address();
}
