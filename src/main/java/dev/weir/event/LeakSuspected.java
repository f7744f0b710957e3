package dev.weir.event;

/**
 * A connection was not given back: its caller holds it for longer than {@code leakDetection} and no byte moves on it, or
 * nobody can give it back any more because the response was garbage collected. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param kind how it was noticed
 * @param heldNanos time since the lease
 * @param thread the name of the thread that leased
 * @param request method and path of the last request, without its query; empty if none was sent
 * @param callSite where the connection was leased, such as {@code shop.Orders.load(Orders.java:42)}; {@code unknown} as
 *     long as no stack was recorded for the route
 */
public record LeakSuspected(
        String pool, String route, Kind kind, long heldNanos, String thread, String request, String callSite) {

    /** How a leak was noticed. */
    public enum Kind {
        /** It is held for longer than {@code leakDetection}, without progress. It may come back yet. */
        HELD_TOO_LONG,
        /** The response was garbage collected without being closed. The pool has closed the connection. */
        COLLECTED
    }
}
