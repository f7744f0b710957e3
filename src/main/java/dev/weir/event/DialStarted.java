package dev.weir.event;

/**
 * A connection is about to be established. Exactly one {@link DialEnded} follows. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface DialStarted {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();
}
