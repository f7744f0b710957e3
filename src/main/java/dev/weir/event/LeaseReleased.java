package dev.weir.event;

import java.time.Duration;
import java.util.Optional;

/**
 * A caller released its connection. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface LeaseReleased {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return time from the lease to its release: dial, sending, the server's work, reading the body} */
    Duration held();

    /**
     * {@return the id of the connection that the caller had, the same as {@link ConnectionSnapshot#id()}; empty if there was
     * none}
     */
    Optional<String> connectionId();
}
