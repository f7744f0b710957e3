package dev.weir.event;

/**
 * A connection was closed. Exactly one such event comes for each connection that was established. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param cause why
 * @param ageNanos time since it was established
 * @param uses requests sent on it
 */
public record ConnectionClosed(String pool, String route, CloseCause cause, long ageNanos, long uses) {}
