package dev.weir.event;

/**
 * A connection was closed. Exactly one such event comes for each connection that was established. Immutable.
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
    long ageNanos();

    /** {@return requests sent on it} */
    long uses();
}
