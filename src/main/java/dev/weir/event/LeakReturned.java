package dev.weir.event;

import java.time.Duration;

/**
 * A connection that was suspected to be leaked was released after all. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface LeakReturned {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return time from the lease to its release} */
    Duration held();

    /** {@return method and path of the last request, without its query; empty if none was sent} */
    String request();

    /** {@return where the connection was leased; {@code unknown} if no stack was recorded} */
    String callSite();
}
