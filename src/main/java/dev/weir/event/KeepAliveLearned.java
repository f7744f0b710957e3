package dev.weir.event;

import java.time.Duration;

/**
 * The idle time after which a server closes connections was learned, or learned again. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface KeepAliveLearned {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return how long connections of the route may idle from now on} */
    Duration idle();
}
