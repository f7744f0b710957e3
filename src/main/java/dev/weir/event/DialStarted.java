package dev.weir.event;

/**
 * A connection is about to be established. Exactly one {@link DialEnded} follows. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 */
public record DialStarted(String pool, String route) {}
