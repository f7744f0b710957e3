package dev.weir.event;

/**
 * A caller that asked for a connection has one, or is told that it gets none. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param outcome how it ended; {@link LeaseOutcome#REJECTED} is a caller that was refused
 * @param waitNanos time spent waiting for a place in the pool; zero if there was no wait
 */
public record LeaseEnded(String pool, String route, LeaseOutcome outcome, long waitNanos) {}
