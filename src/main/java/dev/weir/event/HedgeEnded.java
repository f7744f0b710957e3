package dev.weir.event;

/**
 * A request whose response took long was sent a second time, or was not. Over HTTP/1.1, each {@link HedgeOutcome#WON} and
 * {@link HedgeOutcome#LOST} costs the connection of the request that was canceled ({@link CloseCause#CANCELLED}). Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface HedgeEnded {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return what became of the second request} */
    HedgeOutcome outcome();
}
