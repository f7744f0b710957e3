package dev.weir.event;

import java.time.Duration;

/**
 * A dial has looked up the addresses of a host. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface NameLookedUp {

    /** {@return the pool's name} */
    String pool();

    /** {@return the host name in lower case} */
    String host();

    /** {@return how it ended} */
    LookupOutcome outcome();

    /** {@return time that the caller spent on it} */
    Duration time();
}
