package dev.weir.event;

import java.time.Duration;
import java.util.Optional;

/**
 * A caller got the connection that it requested, or got none. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface LeaseEnded {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return how it ended; {@link LeaseOutcome#REJECTED} means that the caller was refused} */
    LeaseOutcome outcome();

    /** {@return time spent waiting for a place in the pool; zero if there was no wait} */
    Duration waited();

    /**
     * {@return the id of the connection that the caller has, the same as {@link ConnectionSnapshot#id()}; empty if there was
     * none}
     */
    Optional<String> connectionId();
}
