package dev.weir.event;

/**
 * The idle time after which a server closes connections was learned, or learned anew. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param idleNanos how long connections of the route may idle from here on
 */
public record KeepAliveLearned(String pool, String route, long idleNanos) {}
