package dev.weir.event;

/**
 * Somebody who dials has asked for the addresses of a host. Immutable.
 *
 * @param pool the pool's name
 * @param host the host name in lower case
 * @param outcome how it ended
 * @param lookupNanos time that the caller spent on it
 */
public record NameLookedUp(String pool, String host, LookupOutcome outcome, long lookupNanos) {}
