package dev.weir.event;

import java.util.OptionalLong;

/**
 * The number of requests after which a server ends connections was learned, or turned out to be wrong. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface MaxRequestsLearned {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /**
     * {@return how many requests a connection of the route carries from now on; empty if the server no longer ends
     * connections}
     */
    OptionalLong requests();
}
