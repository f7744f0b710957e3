package dev.weir.event;

/**
 * A connection that was suspected to be leaked has come back after all. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param heldNanos time from the lease to its release
 * @param request method and path of the last request, without its query; empty if none was sent
 * @param callSite where the connection was leased; {@code unknown} if no stack was recorded
 */
public record LeakReturned(String pool, String route, long heldNanos, String request, String callSite) {}
