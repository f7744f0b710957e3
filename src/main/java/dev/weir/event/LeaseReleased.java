package dev.weir.event;

/**
 * A caller gave its connection back. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param heldNanos time from the lease to its release: dial, sending, the server's work, reading the body
 */
public record LeaseReleased(String pool, String route, long heldNanos) {}
