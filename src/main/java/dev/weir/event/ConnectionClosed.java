package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * A connection was closed. There is exactly one such event for each connection that was established. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface ConnectionClosed {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return why} */
    CloseCause cause();

    /** {@return time since it was established} */
    Duration age();

    /** {@return requests sent on it} */
    long uses();

    /** {@return the id of the connection, the same as {@link ConnectionSnapshot#id()}; empty if that is not known} */
    Optional<String> connectionId();

    /** {@return the address it was connected to (that of the proxy, where there is one); empty if that is not known} */
    Optional<SocketAddress> remoteAddress();

    /**
     * {@return the failure of its last exchange, if it was closed because of that; empty for one that was closed without a
     * failure}
     */
    Optional<Throwable> failure();
}
