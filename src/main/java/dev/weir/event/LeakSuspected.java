package dev.weir.event;

import java.time.Duration;

/**
 * A connection was not released: its caller holds it for longer than {@code leakDetection} and no byte moves on it, or
 * nothing can release it any more because the response was garbage collected. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface LeakSuspected {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return how it was noticed} */
    Kind kind();

    /** {@return time since the lease} */
    Duration held();

    /** {@return the name of the thread that leased} */
    String thread();

    /** {@return method and path of the last request, without its query; empty if none was sent} */
    String request();

    /**
     * {@return where the connection was leased, such as {@code shop.Orders.load(Orders.java:42)}; {@code unknown} until a
     * stack was recorded for the route}
     */
    String callSite();

    /** How a leak was noticed. Constants may be added. */
    enum Kind {
        /** It is held for longer than {@code leakDetection}, without progress. It may still be released. */
        HELD_TOO_LONG,
        /** The response was garbage collected without being closed. The pool has closed the connection. */
        COLLECTED
    }
}
